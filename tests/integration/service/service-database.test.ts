import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ServiceDatabase, statements } from '../../../src-service/store/statements'
import { openStored } from '../../fixtures/stored'

describe('a database of the service', () => {
  let folder: string
  let db: ServiceDatabase
  let note: (name: string) => Promise<number>
  let names: () => Promise<string[]>
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'postroom-database-'))
    db = (await openStored(folder, { contacts: 0 })).served
    const sql = statements(db)
    note = sql.run<[name: string]>('INSERT INTO event_name (name) VALUES (?)')
    names = sql.values<[], string>('SELECT name FROM event_name ORDER BY number')
  })
  afterEach(async () => {
    await db.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('takes back all of a transaction that fails', async () => {
    const failing = db.transaction(async () => {
      await note('one')
      await turn()
      await note('two')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await names()).toEqual([])
  })

  it('takes back a transaction within another alone', async () => {
    await db.transaction(async () => {
      await note('before')
      const inner = db.transaction(async () => {
        await note('within')
        throw new Error('no')
      })
      await expect(inner).rejects.toThrow('no')
      await note('after')
    })
    expect(await names()).toEqual(['before', 'after'])
  })

  it('keeps what others write at the same time as one that fails', async () => {
    const failing = db.transaction(async () => {
      await note('failed')
      throw new Error('no')
    })
    const others = ['one', 'two', 'three'].map((name) => db.transaction(() => note(name)))
    const between = db.transaction(async () => {
      await note('failed, too')
      // Refused by the database itself: there is one of this name.
      await note('one')
    })
    const last = db.transaction(() => note('four'))
    await expect(failing).rejects.toThrow('no')
    await expect(between).rejects.toThrow(/unique/i)
    await Promise.all([...others, last])
    expect(await names()).toEqual(['one', 'two', 'three', 'four'])
  })

  it('takes back alone a writer that went on after a statement had failed, in the engine that then does nothing', async () => {
    const writers = ['one', 'two', 'three'].map((name) =>
      db.transaction(async () => {
        await note(name)
        if (name === 'two') await note('one').catch(() => undefined)
      }),
    )
    const ended = (await Promise.allSettled(writers)).map(({ status }) => status)
    // SQLite takes back the statement alone, so that one can go on.
    const isGone = db.engine === 'postgres'
    expect(ended).toEqual(['fulfilled', isGone ? 'rejected' : 'fulfilled', 'fulfilled'])
    expect(await names()).toEqual(isGone ? ['one', 'three'] : ['one', 'two', 'three'])
  })

  it('lets writers wait for the end of a transaction, and readers see all of it or nothing', async () => {
    let goOn = (): void => undefined
    const held = new Promise<void>((resolve) => (goOn = resolve))
    const first = db.transaction(async () => {
      await note('first')
      await held
      await note('of the first')
    })
    const seen = names()
    const alone = note('alone')
    const second = db.transaction(async () => {
      await note('second')
    })
    await turn()
    goOn()
    await Promise.all([first, alone, second])
    const all = ['first', 'of the first', 'alone', 'second']
    expect([0, 2, 3, 4].map((many) => all.slice(0, many))).toContainEqual(await seen)
    expect(await names()).toEqual(all)
  })

  it('goes on after a transaction that failed while others waited', async () => {
    const failing = db.transaction(async () => {
      await note('gone')
      await turn()
      throw new Error('no')
    })
    const waiting = note('kept')
    await expect(failing).rejects.toThrow('no')
    await waiting
    expect(await names()).toEqual(['kept'])
  })

  it('does not take for a part of a transaction what it began and went on after its end', async () => {
    let late: Promise<number> | null = null
    await db.transaction(async () => {
      late = turn().then(() => note('late'))
      await note('in time')
    })
    const failing = db.transaction(async () => {
      await note('taken back')
      await turn()
      await turn()
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await late
    expect(await names()).toEqual(['in time', 'late'])
  })

  it('reads several things as they are at one moment, although others write', async () => {
    let begin = (): void => undefined
    const begun = new Promise<void>((done) => (begin = done))
    const noted = begun.then(() => note('meanwhile'))
    const both = statements(db).snapshot(async () => {
      const before = await names()
      begin()
      // Over SQLite it waits until all of this is read.
      await (db.engine === 'postgres' ? noted : turn())
      return [before, await names()]
    })
    expect(await both()).toEqual([[], []])
    await noted
    expect(await names()).toEqual(['meanwhile'])
  })

  it('tells of rows that changed, of those tables and in those ways alone', async () => {
    let told = 0
    db.onChange({ event_name: ['INSERT'], event: ['DELETE'] }, () => told++)
    await note('one')
    const afterFirst = told
    expect(afterFirst).toBeGreaterThan(0)
    await statements(db).run<[]>('DELETE FROM event_name')()
    expect(told).toBe(afterFirst)
    expect(await db.sizes()).toMatchObject({ database: expect.any(Number) })
    const some = expect.any(Number)
    expect(db.connections()).toEqual(db.engine === 'postgres' ? { idle: some, busy: some, waited: 0 } : {})
  })

  it('says of an error whether the database itself is in trouble', async () => {
    await note('one')
    const twice = await note('one').catch((error: unknown) => error)
    expect(twice).toBeInstanceOf(Error)
    expect(db.isTrouble(twice)).toBe(false)
    await expect(db.tryWriting()).resolves.toBeUndefined()
  })

  it('calls afterwards what was asked for within a transaction, once all of it is there', async () => {
    const seen: Promise<string[]>[] = []
    const told: string[] = []
    await db.transaction(async () => {
      await db.transaction(async () => {
        db.afterwards(() => seen.push(names()))
      })
      await note('there')
      told.push(`${seen.length} called`)
    })
    expect(told).toEqual(['0 called'])
    expect(await Promise.all(seen)).toEqual([['there']])
    db.afterwards(() => told.push('at once'))
    expect(told).toEqual(['0 called', 'at once'])
  })
})
