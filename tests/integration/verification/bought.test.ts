import { saidText } from '../../../src-shared/messages/told'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ListFiles } from '../../../src-main/features/verification/list-files/open-files'
import { addBought } from '../../../src-main/features/verification/bought/add'
import { proposeBought } from '../../../src-main/features/verification/bought/propose'
import { createLogger } from '../../../src-main/core/log'
import type { LedgerEntry } from '../../../src-main/features/verification/store/ledger/api'
import type { BoughtMapping, BoughtProgress } from '../../../src-shared/bridge/verdicts'
import { day, now, openLedgerStore, verdict } from '../cache/ledger-support'

const zeroBounce = [
  'Email Address,ZB Status,ZB Sub Status,ZB Processed At',
  'ann@x.example,valid,,2026-05-01 10:00:00',
  'BOB@x.example,invalid,mailbox_not_found,2026-05-01 10:00:01',
  'cy@x.example,catch-all,,2026-05-01 10:00:02',
  'dee@x.example,do_not_mail,role_based,2026-05-01 10:00:03',
  'no address,valid,,2026-05-01 10:00:04',
  'eve@x.example,,,2026-05-01 10:00:05',
  '',
].join('\n')

async function openFixture() {
  const folder = await mkdtemp(join(tmpdir(), 'postroom-bought-'))
  const files = await ListFiles.open(folder, createLogger(new PassThrough().resume()))
  onTestFinished(async () => {
    await files.close()
    await rm(folder, { recursive: true, force: true })
  })
  const { store, db } = openLedgerStore()
  const calls: number[] = []
  const ledger = {
    add: (entries: LedgerEntry[]) => {
      calls.push(entries.length)
      return Promise.resolve(store.verdicts.add(entries))
    },
  }
  const add = async (fileId: string, mapping: BoughtMapping) => {
    const told: BoughtProgress[] = []
    for await (const progress of addBought(fileId, mapping, { files, ledger, now: () => now }))
      told.push(progress)
    return told
  }
  const dump = () =>
    db.prepare('SELECT * FROM verdict JOIN verdict_ground ON id = ground ORDER BY email, at').all()
  return { files, store, add, calls, dump, ledger }
}

/** What a person gets who takes everything as it is proposed. */
async function proposedMapping(files: ListFiles, fileId: string): Promise<BoughtMapping> {
  const { email, result, reason, checked, vendor, results } = await proposeBought(files, fileId, null)
  return {
    email: email ?? 0,
    result: result ?? 0,
    reason,
    checked: checked ? { kind: 'column', ...checked } : { kind: 'day', at: now - day },
    vendor: vendor ?? 'A vendor',
    classes: results.flatMap(({ text, class: name }) => (name ? [{ text, class: name }] : [])),
  }
}

describe('a file of bought verdicts', () => {
  it('is recognised', async () => {
    const { files } = await openFixture()
    const { fileId } = await files.addText(zeroBounce)
    expect(await proposeBought(files, fileId, null)).toEqual({
      rows: 6,
      email: 0,
      result: 1,
      reason: 2,
      checked: { index: 3, format: 'YYYY-MM-DD HH:mm:ss' },
      vendor: 'ZeroBounce',
      results: [
        { text: 'valid', count: 2, class: 'accepts' },
        { text: 'invalid', count: 1, class: 'undeliverable' },
        { text: 'catch-all', count: 1, class: 'risky' },
        { text: 'do_not_mail', count: 1, class: 'risky' },
      ],
    })
  })

  it('is recognised by its words beyond the rows that are looked at first', async () => {
    const { files } = await openFixture()
    const rows = Array.from(
      { length: 2500 },
      (_, index) => `p${index}@x.example,${index < 2400 ? 'ok' : 'dead_server'},Berlin`,
    )
    const { fileId } = await files.addText(`email,outcome,city\n${rows.join('\n')}\n`)
    const proposal = await proposeBought(files, fileId, null)
    expect(proposal).toMatchObject({ result: 1, reason: null, checked: null, vendor: 'EmailListVerify' })
    expect(proposal.results.map(({ text, count }) => [text, count])).toEqual([
      ['ok', 2400],
      ['dead_server', 100],
    ])
  })

  it('may hold its results where nobody would look for them', async () => {
    const { files } = await openFixture()
    const { fileId } = await files.addText('email,x,y\nann@x.example,fine,1\nbob@x.example,broken,0\n')
    expect(await proposeBought(files, fileId, null)).toMatchObject({ result: null, results: [] })
    const chosen = await proposeBought(files, fileId, 1)
    expect(chosen.results).toEqual([
      { text: 'fine', count: 1, class: null },
      { text: 'broken', count: 1, class: null },
    ])
    expect((await proposeBought(files, fileId, 2)).results.map((one) => one.class)).toEqual([
      'accepts',
      'undeliverable',
    ])
  })
})

describe('entering bought verdicts', () => {
  it('keeps what the vendor said, by its name and in its words', async () => {
    const { files, store, add } = await openFixture()
    const { fileId } = await files.addText(zeroBounce)
    const told = await add(fileId, await proposedMapping(files, fileId))
    expect(told.at(-1)).toEqual({
      rows: 6,
      total: 6,
      added: 4,
      older: 0,
      leftOut: 2,
      flipped: 0,
      ended: true,
    })
    const [bob] = store.verdicts.past({ email: 'bob@x.example', limit: 10, now })
    expect(bob).toMatchObject({
      class: 'undeliverable',
      source: 'bought',
      at: Date.UTC(2026, 4, 1, 10, 0, 1),
      vendor: 'ZeroBounce',
      answer: { result: 'invalid', reason: 'mailbox_not_found' },
    })
    expect(bob?.reasons.map(saidText)).toEqual([
      'A bought list calls it bad.',
      'ZeroBounce answered “invalid”, with the reason “mailbox_not_found”.',
    ])
  })

  it('changes nothing when it is done twice', async () => {
    const { files, add, dump } = await openFixture()
    const { fileId } = await files.addText(`${zeroBounce}ann@x.example,invalid,,2026-05-02 10:00:00\n`)
    const mapping = await proposedMapping(files, fileId)
    expect((await add(fileId, mapping)).at(-1)).toMatchObject({ added: 5, flipped: 1 })
    const before = dump()
    expect((await add(fileId, mapping)).at(-1)).toMatchObject({ flipped: 0, leftOut: 2 })
    expect(dump()).toEqual(before)
  })

  it('puts what is older behind what is known', async () => {
    const { files, store, add } = await openFixture()
    store.verdicts.add([
      verdict('ann@x.example', ['noDomain']),
      verdict('bob@x.example', ['takesMail'], { at: now - 90 * day }),
    ])
    const { fileId } = await files.addText(zeroBounce)
    expect((await add(fileId, await proposedMapping(files, fileId))).at(-1)).toMatchObject({
      added: 3,
      older: 1,
      flipped: 1,
    })
    expect(
      store.verdicts.freshOf({ emails: ['ann@x.example', 'bob@x.example'], now }).map((one) => one.class),
    ).toEqual(['undeliverable', 'undeliverable'])
    expect(store.verdicts.past({ email: 'ann@x.example', limit: 10, now }).map((one) => one.source)).toEqual([
      'service',
      'bought',
    ])
  })

  it('takes one day for all rows where the file has none', async () => {
    const { files, store, add } = await openFixture()
    const { fileId } = await files.addText('email,result\nann@x.example,deliverable\n')
    await add(fileId, {
      ...(await proposedMapping(files, fileId)),
      checked: { kind: 'day', at: now - 3 * day },
    })
    expect(store.verdicts.history({ email: 'ann@x.example', limit: 1 })[0]?.at).toBe(now - 3 * day)
  })

  it('leaves out dates that have not come, and texts without a class', async () => {
    const { files, add } = await openFixture()
    const { fileId } = await files.addText(
      'email,result,date\na@x.example,ok,2026-09-01\nb@x.example,huh,2026-05-01\nc@x.example,ok,2026-05-01\n',
    )
    const mapping: BoughtMapping = {
      ...(await proposedMapping(files, fileId)),
      checked: { kind: 'column', index: 2, format: 'YYYY-MM-DD' },
    }
    expect((await add(fileId, mapping)).at(-1)).toMatchObject({ rows: 3, added: 1, leftOut: 2 })
  })

  it('adds at most five hundred in one transaction, and ends when nobody listens', async () => {
    const { files, ledger, calls } = await openFixture()
    const rows = Array.from({ length: 3500 }, (_, index) => `p${index}@x.example,ok`)
    const { fileId } = await files.addText(`email,result\n${rows.join('\n')}\n`)
    const mapping = await proposedMapping(files, fileId)
    for await (const { rows: done } of addBought(fileId, mapping, { files, ledger, now: () => now })) {
      if (done >= 2000) break
    }
    expect(calls.every((count) => count <= 500)).toBe(true)
    expect(calls.reduce((sum, count) => sum + count, 0)).toBeLessThan(3500)
  })

  it('has the class that a person gives what vendors say', async () => {
    const { files, store, add } = await openFixture()
    const { fileId } = await files.addText(zeroBounce)
    await add(fileId, await proposedMapping(files, fileId))
    store.verdicts.setRule({ sign: 'boughtBad', class: 'risky' })
    expect(store.verdicts.freshOf({ emails: ['bob@x.example'], now })[0]?.class).toBe('risky')
  })

  it.each([
    [{ result: 0 }, 'Address and result cannot share a column.'],
    [{ email: 9 }, 'The file has no such column.'],
    [{ checked: { kind: 'column' as const, index: 3, format: 'HH:mm' } }, 'This is not a date format.'],
    [{ checked: { kind: 'day' as const, at: now + day } }, 'This day is in the future.'],
  ])('refuses %j', async (changes, message) => {
    const { files, add } = await openFixture()
    const { fileId } = await files.addText(zeroBounce)
    const mapping = { ...(await proposedMapping(files, fileId)), ...changes }
    await expect(add(fileId, mapping)).rejects.toMatchObject({
      problem: { code: 'input_invalid', fields: [{ message }] },
    })
  })
})
