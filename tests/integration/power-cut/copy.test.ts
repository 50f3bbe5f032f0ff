import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { expect, it } from 'vitest'
import { openDatabase } from '../../../src-main/core/database/database'
import { cacheFiles } from '../../../src-main/core/database/location'
import { migrations } from '../../../src-main/cache/schema/first'
import { randomNumbers } from '../../fixtures/seeded'
import { contact, event, key, openStore, temporaryFolder } from '../cache/support'
import { cutLog, drawCuts, frameEnds, snapshot } from './log'

/** What was done, as far as a copy has it. */
const done = (db: Database) => ({
  edits: Number(db.prepare('SELECT count(*) FROM outbox').pluck().get()),
  contacts: Number(db.prepare('SELECT count(*) FROM contact').pluck().get()),
  events: Number(db.prepare('SELECT count(*) FROM event').pluck().get()),
  sendings: Number(db.prepare('SELECT count(*) FROM sending').pluck().get()),
})
type Done = ReturnType<typeof done>

/** Fills a copy, one transaction after another; answers what there was at each length of its log. */
function filled(folder: string, secret: string | null): { length: number; there: Done }[] {
  const { store, db } = openStore({ folder, key: secret })
  // The log of the tables' making is cut in a test of its own.
  db.pragma('wal_checkpoint(TRUNCATE)')
  const history: { length: number; there: Done }[] = []
  const note = () => history.push({ length: statSync(cacheFiles(folder).log).size, there: done(db) })
  note()
  for (let at = 0; at < 6; at += 1) {
    store.contacts.upsert(contact(at))
    note()
    store.events.upsert(event(at))
    note()
    store.sendings.add(sendingAt(at))
    note()
    store.outbox.add(editAt(at))
    note()
  }
  return history
}

/** Opens what a cut left; says what is there, and that it is whole. */
function opened(folder: string, secret: string | null): Done {
  const db = openDatabase({ folder, key: secret }, migrations)
  try {
    // What is looked at here is thrown away: it need not be on the disk.
    db.pragma('synchronous = OFF')
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(db.pragma('foreign_key_check')).toEqual([])
    const there = done(db)
    const { contacts, events } = there
    expect(db.prepare('SELECT contacts, events FROM meta').get()).toEqual({ contacts, events })
    return there
  } finally {
    db.close()
  }
}

function sendingAt(at: number) {
  const campaign = { campaignId: `cmp_${at}`, name: `Campaign ${at}`, people: at }
  return {
    ...campaign,
    scheduledFor: null,
    seconds: 30,
    at,
    atOnce: false,
    state: 'leaving',
    problem: null,
  } as const
}

function editAt(at: number) {
  return {
    entry: {
      kind: 'contact.update',
      state: 'in_flight',
      email: contact(at).email,
      contactId: contact(at).id,
      queuedAt: at,
      sentAt: null,
      attempts: 1,
      conflict: null,
      problem: null,
    },
    method: 'PATCH',
    path: `/contacts/${contact(at).id}`,
    body: { data: { step: at } },
    idempotencyKey: null,
    reason: null,
    before: { 'data.step': null },
  } as const
}

it.each([
  ['a plain copy', null, 11],
  ['an encrypted copy', key, 23],
])(
  'opens %s wherever its log was cut, with all that was committed by then and nothing of the rest',
  (_what, secret, seed) => {
    const [folder, whole, cut] = [temporaryFolder(), join(temporaryFolder(), 'whole'), temporaryFolder()]
    const history = filled(folder, secret)
    snapshot(folder, whole)
    snapshot(whole, cut)
    const cuts = drawCuts(cacheFiles(whole).log, seed, 60)
    expect(cuts.length).toBeGreaterThan(100)
    for (const each of cuts) {
      cutLog(whole, cut, 'cache.db', each)
      const expected = history.filter(({ length }) => length <= each.at).at(-1)?.there
      expect({ ...each, ...opened(cut, secret) }).toEqual({ ...each, ...expected })
    }
  },
)

it('opens a copy that was cut off while its tables were made, and makes them', () => {
  const [folder, whole, cut] = [temporaryFolder(), join(temporaryFolder(), 'whole'), temporaryFolder()]
  const { store } = openStore({ folder, key })
  store.contacts.upsert(contact(1))
  snapshot(folder, whole)
  snapshot(whole, cut)
  const ends = frameEnds(cacheFiles(whole).log)
  const draw = randomNumbers(5)
  for (let left = 12; left > 0; left -= 1) {
    cutLog(whole, cut, 'cache.db', { at: draw(ends.at(-1) ?? 0), torn: 0, junk: false })
    expect(opened(cut, key)).toEqual({ edits: 0, contacts: 0, events: 0, sendings: 0 })
  }
})
