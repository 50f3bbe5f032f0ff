import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { connect } from '../../../src-main/core/database/database'
import { listSetAside } from '../../../src-main/core/database/set-aside'
import { freshOf, now, openLedgerStore } from './ledger-support'
import { contact, contacts, everyone, key, load, openStore, temporaryFolder } from './support'

const every = { kind: null, outcome: null, search: '' }
const first = { query: everyone, slice: { offset: 0, limit: 100 } }

/** A copy as an earlier build made it, with what `fill` puts in; encrypted where there is a key. */
function olderCopy(version: 49 | 100, fill: string, key: string | null = null): string {
  const folder = temporaryFolder()
  const db = connect(join(folder, 'cache.db'), key)
  db.exec(readFileSync(join(__dirname, `../../fixtures/copies/version-${version}.sql`), 'utf8'))
  db.exec(fill)
  db.close()
  if (key !== null)
    writeFileSync(join(folder, 'cache.json'), '{"version":1,"encrypted":true,"keyFingerprint":null}\n')
  return folder
}

const people = `
  INSERT INTO contact VALUES (1, 0, 0, 1, 0, 'c1', 'Info@X.example', '{}', NULL);
  UPDATE meta SET contacts = 1, contacts_keyed = 0;`
const judged = `
  INSERT INTO verdict_kind (id, signs, told, class, addresses) VALUES (7, '["role","takesMail"]', 'risky', 'risky', 41);
  INSERT INTO verdict_ground (id, hash, source, signs, reasons, answer, kind, vendor)
    VALUES (1, 1, 'service', '["role","takesMail"]', '["It names a role."]', NULL, 7, NULL);
  INSERT INTO verdict VALUES ('info@x.example', ${now}, 1, NULL);`
const chosen = `
  INSERT INTO saved_view VALUES ('v', 'Mine', '{}', '[]');
  INSERT INTO import_mapping (key, columns, used, name) VALUES ('k', '[]', 5, 'people.csv');
  INSERT INTO review_sign_off (campaign, at, hash, people, warnings) VALUES ('cmp', 3, 'h', 12, 1);
  INSERT INTO activity (at, kind, cause, title, outcome) VALUES (1, 'write', 'You', 'Update Info@X.example', 'done');
  INSERT INTO draft VALUES ('template', 'new', 5, '{"body":"Half a"}');`
/** Two jobs on their way, of which one has begun and is in the log, one that ended, and a copy that is being made. */
const busy = `
  INSERT INTO job (kind, state, title, detail, total, done, failed, created) VALUES
    ('import', 'running', 'Import people.csv', 'null', 10, 3, 1, 1), ('import', 'finished', 'Old', 'null', 1, 1, 0, 1),
    ('bulk', 'queued', 'Unsubscribe 5 contacts', '{"bulk":1}', 0, 0, 0, 2);
  INSERT INTO activity (at, kind, cause, title, outcome, sent) VALUES
    (1, 'run', 'You', 'Import people.csv', 'running', '{"job":1}'),
    (2, 'run', 'Schedule', 'Quick refresh of contacts', 'running', '{}');`

describe('a copy of an earlier build', () => {
  it.each([49, 100] as const)(
    'is set aside, and what cannot be read anew is carried over (%i)',
    (version) => {
      const { store, folder } = openStore({ folder: olderCopy(version, people + judged + chosen, key), key })
      expect(listSetAside(folder)).toHaveLength(1)
      expect(store.contacts.page(first).count).toBe(0)
      expect(store.views.list()).toMatchObject([{ name: 'Mine' }])
      expect(store.imports.mapping('k')).toMatchObject({ name: 'people.csv' })
      expect(store.reviews.state('cmp')).toMatchObject({ signOff: { people: 12 } })
      expect(store.drafts.get({ kind: 'template', of: 'new' })).toMatchObject({ content: { body: 'Half a' } })
    },
  )

  it('has its jobs under way ended, and says of each in the activity log what that means', () => {
    const { store } = openStore({ folder: olderCopy(100, busy) })
    expect(store.jobs.live()).toEqual([])
    const { entries } = store.activity.page({ filter: every, slice: { offset: 0, limit: 10 } })
    expect(entries.map(({ title, outcome }) => [title, outcome])).toEqual([
      ['Unsubscribe 5 contacts', 'cancelled'],
      ['Set aside the copy of an earlier Postroom: contacts, events and lists are read again', 'done'],
      ['Quick refresh of contacts', 'unknown'],
      ['Import people.csv', 'cancelled'],
    ])
    expect(store.activity.get(entries.at(-1)?.id ?? 0)).toMatchObject({
      sent: { job: 1, total: 10, done: 3, failed: 1 },
      problem: expect.stringContaining('nothing more of it is sent'),
    })
  })

  it('is said in the activity log to be set aside', () => {
    const { store } = openStore({ folder: olderCopy(49, chosen) })
    const { entries } = store.activity.page({ filter: every, slice: { offset: 0, limit: 10 } })
    expect(entries.map(({ title }) => title)).toEqual([
      'Set aside the copy of an earlier Postroom: contacts, events and lists are read again',
      'Update Info@X.example',
    ])
  })

  it('gives its verdicts to the contacts that are read again', () => {
    const { store, settle } = openLedgerStore({ folder: olderCopy(49, people + judged) })
    settle()
    load(store, [contact(1, { email: 'Info@X.example' })])
    settle()
    expect(freshOf(store, 'info@x.example')).toMatchObject({ class: 'risky', reasons: ['It names a role.'] })
    expect(store.verdicts.health({ now })).toMatchObject({ contacts: 1, byClass: { risky: 1 } })
    const role = store.verdicts.rules().signs.find(({ sign }) => sign === 'role')
    expect(role?.addresses).toBe(1)
  })

  it('is not lost where Postroom ends between moving it and putting the new one in its place', () => {
    const folder = olderCopy(49, chosen)
    openStore({ folder }).close()
    // As it is at that moment: nothing under the copy's name, the new one made whole beside it.
    renameSync(join(folder, 'cache.db'), join(folder, 'cache.renewed.db'))
    expect(openStore({ folder }).store.views.list()).toMatchObject([{ name: 'Mine' }])
  })

  it('leaves no half-made new one behind that could be taken for it', () => {
    const folder = temporaryFolder()
    const opened = openStore({ folder })
    load(opened.store, contacts(0, 3))
    opened.close()
    writeFileSync(join(folder, 'cache.renewed.db'), 'half')
    openStore({ folder }).close()
    renameSync(join(folder, 'cache.db'), join(folder, 'elsewhere.db'))
    expect(openStore({ folder }).store.contacts.page(first).count).toBe(0)
  })
})
