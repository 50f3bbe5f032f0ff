import { expect, it } from 'vitest'
import {
  lastFullRun,
  percentOf,
  quickChoices,
} from '../../../../src-renderer/features/profiles/settings/budget-words'
import { keyRows } from '../../../../src-renderer/features/profiles/settings/key-rows'
import type { KeyInfo, Profile } from '../../../../src-shared/bridge/profiles'
import type { SyncState } from '../../../../src-shared/bridge/sync'
import { problem } from '../../../../src-main/core/problems'
import { connection, refusedToken } from '../records/record-samples'
import { idleConnection } from '../fixtures/sync-state'

const list = {
  keychain: { kind: 'keychain', name: 'GNOME Keyring' },
  seal: { kind: 'none', offered: false, keychainAnswers: true },
} as const
const key = (state: KeyInfo['state'] = 'keychain'): KeyInfo => ({ class: 'secret', lastFour: '7f3a', state })
const profile = (secretKey: KeyInfo): Profile => ({
  id: 'p',
  name: 'Harbour Notes',
  colour: 1,
  production: false,
  readOnly: false,
  address: 'https://mail.example.com',
  embedded: false,
  secretKey,
  publicKey: null,
  plan: { quickEveryMinutes: 15, fullDailyAt: null, backgroundShare: 0.5 },
  createdAt: 0,
})
const sync = (more: Partial<SyncState['connection']> = {}): SyncState => ({
  resources: [],
  connection: { ...idleConnection, ...more },
  nextQuickAt: null,
  nextFullAt: null,
})
const secret = (state: KeyInfo['state'], now: SyncState | null) =>
  keyRows(profile(key(state)), { list, sync: now, records: [] })[0]

it.each([
  ['is accepted', 'keychain', sync(), 'Accepted', 'GNOME Keyring', 'replace'],
  ['is gone at the end', 'session', sync(), 'Accepted, gone when you quit', 'Memory', 'replace'],
  [
    'was refused',
    'keychain',
    sync({ problem: problem('key_refused').problem }),
    /^Refused at/,
    'GNOME Keyring',
    'replace',
  ],
  [
    'was not tried while offline',
    'keychain',
    sync({ online: false }),
    /^Not tried, offline since/,
    'GNOME Keyring',
    'replace',
  ],
  ['is locked', 'locked', sync(), 'Locked', 'GNOME Keyring', 'ask'],
  ['is missing', 'missing', sync(), 'Missing', 'Nowhere', 'enter'],
  ['belongs to a profile that is not in use', 'keychain', null, 'Not in use', 'GNOME Keyring', 'replace'],
] as const)('says of a secret key that it %s', (_, state, now, text, keptIn, action) => {
  expect(secret(state, now)).toMatchObject({ ends: 'sk_…7f3a', keptIn, action })
  expect(secret(state, now)?.text).toMatch(text)
})

it('lists the tokens of record services, and which of them was refused', () => {
  const yard = connection({ blocked: refusedToken }, { id: 'yard', name: 'Boat yard' })
  const rows = keyRows(profile(key()), { list, sync: sync(), records: [connection(), yard] })
  expect(rows.map(({ name, tone }) => [name, tone])).toEqual([
    ['Secret key', 'good'],
    ['Public key', 'none'],
    ['Wharf office, token', 'good'],
    ['Boat yard, token', 'bad'],
  ])
})

it('takes a share in steps of five percent, and nothing else', () => {
  expect(['50', ' 52 %', '106', '4', 'half', '2', '100%'].map(percentOf)).toEqual([
    50,
    50,
    null,
    5,
    null,
    null,
    100,
  ])
})

it('offers the refresh that is set beside the usual ones', () => {
  expect(quickChoices(10).map(({ label }) => label)).toEqual(['1', '5', '10', '15', '60 min', 'By hand'])
  expect(quickChoices(null).map(({ value }) => value)).toEqual(['1', '5', '15', '60', '0'])
})

it('tells of the last full run those lists that began with it', () => {
  const run = (startedAt: number, endedAt: number, pages: number, mode: 'full' | 'quick' = 'full') => ({
    last: { mode, startedAt, endedAt, pages } as never,
  })
  const runs = [
    run(0, 9000, 4),
    run(900_000, 960_000, 500),
    run(901_000, 1_020_000, 41),
    run(990_000, 991_000, 1, 'quick'),
  ]
  expect(lastFullRun(runs)).toBe('2 min, 541 requests')
  expect(lastFullRun([{ last: null }])).toBe('')
})
