import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDataFolder } from '../../../src-service/data-folder'
import { errorOf, openInProcess } from './open'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'postroom-damage-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const path = () => join(folder, 'service.db')
const opening = async () => (await openDataFolder(folder, { contacts: 0 })).close()

describe('a database that cannot be opened is refused in words and left as it is', () => {
  it.each([
    ['is no database', () => writeFileSync(path(), 'A letter to the harbour office. '.repeat(400))],
    [
      'lost its end',
      async () => {
        await opening()
        truncateSync(path(), 40_960)
      },
    ],
    [
      'has a header that makes no sense',
      async () => {
        await opening()
        const bytes = readFileSync(path())
        writeFileSync(
          path(),
          Buffer.concat([bytes.subarray(0, 16), Buffer.alloc(84, 7), bytes.subarray(100)]),
        )
      },
    ],
    [
      'has tables that make no sense',
      async () => {
        await opening()
        const bytes = readFileSync(path())
        writeFileSync(
          path(),
          Buffer.concat([bytes.subarray(0, 100), Buffer.alloc(3996, 255), bytes.subarray(4096)]),
        )
      },
    ],
  ])('that %s', async (_what, damage) => {
    await damage()
    const before = readFileSync(path())
    await expect(opening()).rejects.toThrow(
      `${path()} is damaged and cannot be opened. Move it away, or start with another --data.`,
    )
    expect(readFileSync(path()).equals(before)).toBe(true)
  })

  it.each([
    ['is empty', () => writeFileSync(path(), '')],
    [
      'is of another program',
      () => {
        const other = new Database(path())
        other.exec('CREATE TABLE theirs (a)')
        other.close()
      },
    ],
  ])('that %s', async (_what, make) => {
    make()
    const before = readFileSync(path())
    await expect(opening()).rejects.toThrow('is not a database of the service. Move it away')
    expect(readFileSync(path()).equals(before)).toBe(true)
  })

  it('not where a kill left the end in the log beside it', async () => {
    const db = await openDataFolder(folder, { contacts: 0 })
    db.exec("INSERT INTO event_name (name) VALUES ('kept')")
    // As the files lie when the process is gone: the log is not moved over.
    const [main, log] = [readFileSync(path()), readFileSync(`${path()}-wal`)]
    db.close()
    writeFileSync(path(), main)
    writeFileSync(`${path()}-wal`, log)
    const again = await openDataFolder(folder, { contacts: 0 })
    expect(again.prepare("SELECT count(*) FROM event_name WHERE name = 'kept'").pluck().get()).toBe(1)
    again.close()
  })
})

describe('a database in trouble while the service runs', () => {
  it('gets a 500 with the standard body when the disk is full, and goes on when there is room', async () => {
    const service = await openInProcess({ data: folder })
    const save = (name: string) =>
      service.ask('POST', '/contacts', {
        body: { email: `${name}@example.com`, data: { text: name.repeat(900) } },
      })
    expect((await save('before')).status).toBe(201)
    const pages = Number(service.db.pragma('page_count', { simple: true }))
    service.db.pragma(`max_page_count = ${pages}`)
    const refused: number[] = []
    for (let at = 0; at < 60; at++) {
      const answer = await save(`full${at}`)
      if (answer.status === 201) continue
      expect(errorOf(answer)).toMatchObject({ status: 500, code: 'INTERNAL_SERVER_ERROR' })
      refused.push(at)
    }
    expect(refused.length).toBeGreaterThan(10)
    expect((await service.ask('GET', '/contacts')).status).toBe(200)
    service.db.pragma('max_page_count = 1000000')
    expect((await save('after')).status).toBe(201)
    const gone = await service.ask('GET', `/contacts?search=full${refused[0]}@`)
    expect(gone.body).toMatchObject({ contacts: [] })
    expect(service.failures.every((error) => error instanceof Database.SqliteError)).toBe(true)
    await service.stop()
  })

  it('gets a 500 with the standard body when a part of it is damaged', async () => {
    const service = await openInProcess({ data: folder })
    service.db.exec('ALTER TABLE template RENAME TO lost')
    expect(errorOf(await service.ask('GET', '/templates'))).toMatchObject({ status: 500 })
    expect((await service.ask('GET', '/contacts')).status).toBe(200)
    await service.stop()
  })
})
