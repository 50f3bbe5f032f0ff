import { expect, it } from 'vitest'
import { openDatabase } from '../../../src-main/cache/database'
import { migrations } from '../../../src-main/cache/migrations/all'
import { freshOf, now, openLedgerStore, verdict } from './ledger-support'
import { contact, load, openStore, temporaryFolder } from './support'

it('takes over a ledger from before rules could be changed, with its counts', () => {
  const folder = temporaryFolder()
  const old = openDatabase(
    { folder, key: null },
    migrations.filter(({ number }) => number < 35),
  )
  const ground = old.prepare('INSERT INTO verdict_ground VALUES (?, 1, ?, ?, ?, ?, NULL)')
  ground.run(1, 'risky', 'service', '["role","takesMail"]', '["It names a role."]')
  ground.run(2, 'undeliverable', 'service', '["noDomain"]', '["Its domain does not exist."]')
  const put = old.prepare('INSERT INTO verdict VALUES (?, ?, ?, NULL)')
  put.run('info@x.example', now - 5, 2)
  put.run('info@x.example', now, 1)
  put.run('eve@y.example', now, 2)
  old.prepare("INSERT INTO contact VALUES (1, 0, 0, 1, 0, 'c1', 'Info@X.example', '{}', NULL)").run()
  old.exec('UPDATE meta SET contacts = 1, contacts_keyed = 0')
  old.close()

  const { store, settle } = openLedgerStore({ folder })
  settle()
  expect(freshOf(store, 'info@x.example')).toMatchObject({ class: 'risky', reasons: ['It names a role.'] })
  const addresses = new Map(store.verdicts.rules().signs.map((rule) => [rule.sign, rule.addresses]))
  expect([addresses.get('role'), addresses.get('noDomain')]).toEqual([1, 1])
  expect(store.verdicts.health({ now })).toMatchObject({
    contacts: 1,
    byClass: { risky: 1 },
    notChecked: 0,
    lastAt: now,
  })
  expect(
    store.verdicts.setDomain({ domain: 'y.example', class: 'risky', note: '', now }).domains[0]?.addresses,
  ).toBe(1)
  store.verdicts.setRule({ sign: 'role', class: 'accepts' })
  expect(freshOf(store, 'info@x.example')?.class).toBe('accepts')
})

it('keeps the class that was told with a sign it does not know', () => {
  const { store } = openStore()
  load(store, [contact(1, { email: 'ann@x.example' })])
  store.verdicts.add([verdict('ann@x.example', ['somethingNew'], { class: 'risky' })])
  store.verdicts.add([verdict('bob@x.example', ['somethingNew'], { class: 'accepts' })])
  expect([freshOf(store, 'ann@x.example'), freshOf(store, 'bob@x.example')].map((one) => one?.class)).toEqual(
    ['risky', 'accepts'],
  )
})
