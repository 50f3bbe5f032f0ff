import { afterEach, describe, expect, it } from 'vitest'
import { h } from 'vue'
import ServiceSection from '../../../../src-renderer/features/settings/service/ServiceSection.vue'
import { abilityLine, askedWords } from '../../../../src-renderer/features/settings/service/ability-words'
import { differenceWords, figuresWords } from '../../../../src-renderer/lists/count/difference-words'
import {
  capabilityKeys,
  type Capability,
  type CountDifference,
  type ServiceAbilities,
} from '../../../../src-shared/bridge/capabilities'
import type { Profile } from '../../../../src-shared/bridge/profiles'
import type { SyncState } from '../../../../src-shared/bridge/sync'
import { Page } from '../fixtures/page'
import { idleConnection } from '../fixtures/sync-state'
import { profilesTold } from '../shell/whole-page'

const day = 24 * 3_600_000
const now = new Date(2026, 10, 23, 14, 0).getTime()
const around = { now, ceiling: 1000, hasPublicKey: false, backgroundShare: 0.5 }

const capability = (rest: Partial<Capability>): Capability => ({
  key: 'contacts',
  state: 'can',
  answer: 'byCursor',
  amount: 52_418,
  evidence: 'GET /contacts?limit=1: 200',
  askedAt: now,
  since: now - 30 * day,
  changedAt: null,
  ...rest,
})
const difference = (rest: Partial<CountDifference>): CountDifference => ({
  of: { kind: 'contacts' },
  name: 'Contacts',
  here: 52_418,
  there: 52_421,
  hereAt: now,
  thereAt: now,
  reason: 'coming',
  countedAt: null,
  ...rest,
})

describe('a line', () => {
  it('says how a list is read, and in how many requests', () => {
    expect(abilityLine(capability({}), around)).toMatchObject({
      mark: 'yes',
      answer: 'by cursor, 100 a page',
      so: 'reads all in 525 requests',
      since: '24 Oct',
      isNew: false,
    })
  })

  it('is new for a week after another answer', () => {
    const changed = (ago: number) =>
      abilityLine(capability({ since: now - ago, changedAt: now - ago }), around)
    expect(changed(3_600_000)).toMatchObject({ since: 'new, 13:00', isNew: true })
    expect(changed(8 * day)).toMatchObject({ since: '15 Nov', isNew: false })
  })

  it('leads to the public key only where it is missing', () => {
    const track = capability({ key: 'trackKey', state: 'differs', answer: 'publicKey' })
    expect(abilityLine(track, around)).toMatchObject({ mark: 'needs', needsKey: true })
    expect(abilityLine(track, { ...around, hasPublicKey: true })).toMatchObject({
      mark: 'otherwise',
      so: 'records them with it',
    })
  })

  it('tells what is believed from what no answer told', () => {
    const open = { state: 'notAsked', answer: null, amount: null, evidence: '', since: null } as const
    expect(abilityLine(capability({ key: 'attachments', ...open }), around)).toMatchObject({
      markWords: 'Believed',
      evidence: 'believed, as documented',
      since: '–',
    })
    expect(abilityLine(capability({ key: 'lookup', ...open }), around)).toMatchObject({
      markWords: 'Not known',
      answer: 'not asked yet',
      evidence: 'no answer yet',
    })
  })

  it('has words for everything that there is', () => {
    for (const key of capabilityKeys) {
      for (const answer of ['there', 'absent', null] as const) {
        const line = abilityLine(capability({ key, answer }), around)
        expect([line.answer, line.so].every((text) => text.length > 0)).toBe(true)
      }
    }
  })
})

describe('what is said of the asking', () => {
  const asked = { asking: false, askedAt: now, askedBefore: null, requests: 14, failed: 0, changed: 0 }

  it.each([
    [asked, 'Asked at 14:00 with 14 requests, none of which writes.', ''],
    [
      { ...asked, failed: 1 },
      'Asked at 14:00 with 14 requests, none of which writes. 1 question came to nothing, and will be asked again.',
      '',
    ],
    [
      { ...asked, changed: 1, askedBefore: now - day },
      'Asked at 14:00 with 14 requests, none of which writes.',
      '1 answer changed since 22 Nov 2026, 14:00.',
    ],
    [{ ...asked, asking: true }, 'Asking the service.', ''],
    [{ ...asked, askedAt: null }, 'Not asked yet. What is documented is believed.', ''],
  ])('%#', (known, text, strong) => {
    expect(askedWords(known, now)).toEqual({ text, strong })
  })
})

describe('a difference', () => {
  it.each<[Partial<CountDifference>, string, string]>([
    [{}, '3 more at the service', '3 came in since 14:00.'],
    [{ there: 52_417, reason: 'gone' }, '1 fewer at the service', '1 is no longer there.'],
    [{ reason: 'kept' }, '3 more at the service', 'The service counts every 5 minutes.'],
    [
      { reason: 'saved', countedAt: now - day },
      '3 more at the service',
      'The service counted when it was saved, 22 Nov 2026, 14:00.',
    ],
    [{ reason: 'unknown' }, '3 more at the service', 'Nobody knows why.'],
  ])('%#', (rest, mark, why) => {
    expect(differenceWords(difference(rest), now)).toMatchObject({ mark, why })
  })

  it('names both figures', () => {
    expect(figuresWords(difference({}))).toBe('The service counts 52,421, Postroom 52,418.')
  })
})

describe('the section', () => {
  let page: Page
  afterEach(() => page.close())

  const known = (rest: Partial<ServiceAbilities> = {}): ServiceAbilities => ({
    profileId: 'p1',
    capabilities: [capability({})],
    asking: false,
    askedAt: now,
    askedBefore: null,
    requests: 14,
    failed: 0,
    changed: 0,
    version: null,
    differences: [],
    ...rest,
  })
  const profile: Profile = {
    id: 'p1',
    name: 'Harbour Notes',
    colour: 1,
    production: false,
    readOnly: false,
    address: 'https://mail.example.com',
    embedded: false,
    secretKey: { class: 'secret', lastFour: '0001', state: 'keychain' },
    publicKey: null,
    plan: { quickEveryMinutes: 15, fullDailyAt: null, backgroundShare: 0.5 },
    createdAt: 0,
  }
  const syncState = (online: boolean): SyncState => ({
    resources: [],
    connection: { ...idleConnection, online, since: now, latencyMs: 4 },
    nextQuickAt: null,
    nextFullAt: null,
  })
  async function open(service: ServiceAbilities, online = true): Promise<void> {
    const profiles = [profile]
    page = await Page.open({
      root: () => h(ServiceSection, { id: 'service' }),
      core: {
        capabilities: { ask: () => ({ done: true }) },
        sync: { start: () => syncState(true) },
      },
      told: [
        profilesTold(profiles, 'p1'),
        { topic: 'sync', state: syncState(online) },
        { topic: 'service', state: service },
      ],
    })
  }

  it('asks again when told to', async () => {
    await open(known())
    await page.shows('reads all in 525 requests')
    await page.press('Ask again')
    await page.asks('capabilities.ask')
  })

  it('says what was known before while the service is away, and does not ask', async () => {
    await open(known(), false)
    await page.shows('Offline. It is asked when the service answers.')
    await page.shows('reads all in 525 requests')
    expect(page.button('Ask again').disabled).toBe(true)
  })

  it('says that it was not asked yet', async () => {
    await open(known({ askedAt: null }))
    await page.shows('Not asked yet.')
    await page.shows('Nothing has been compared yet.')
  })

  it('says nothing of the service of another profile', async () => {
    await open(known({ profileId: 'p2' }))
    expect(page.text()).not.toContain('What the service can do')
  })

  it('shows both figures of a count that differs, and reads what is missing', async () => {
    await open(known({ differences: [difference({})] }))
    await page.shows('52,41852,421+3')
    await page.press('Read now')
    expect(await page.asks('sync.start')).toMatchObject({ mode: 'quick' })
  })
})
