import { beforeEach, expect, it } from 'vitest'
import { missedBy } from '../../../src-main/features/campaigns/why-not'
import { keptNames } from '../../../src-main/features/review'
import type { Cache } from '../../../src-main/cache/store'
import { campaignSchema, type Campaign } from '../../../src-shared/interface/campaign'
import { contactSchema } from '../../../src-shared/interface/contact'
import type { FilterCondition } from '../../../src-shared/interface/filter'
import { segmentSchema } from '../../../src-shared/interface/segment'
import { draft } from '../../fixtures/campaign-server'
import { openWorker, temporaryFolder } from '../cache/support'

const at = (day: number) => new Date(Date.UTC(2026, 9, day)).toISOString()
const sent = (id: string, day: number, more: Partial<Campaign> = {}) =>
  campaignSchema.parse({
    ...draft(id),
    name: id,
    subject: `Subject of ${id}`,
    status: 'SENT',
    sentCount: 9,
    sentAt: at(day),
    updatedAt: at(day),
    ...more,
  })
const toFree: { audienceType: string; audienceCondition: FilterCondition } = {
  audienceType: 'FILTERED',
  audienceCondition: {
    logic: 'AND',
    groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'free' }] }],
  },
}
const out = segmentSchema.parse({ id: 'out', name: keptNames.risky, type: 'STATIC' })
const withoutRisky = {
  audienceType: 'FILTERED',
  audienceCondition: {
    logic: 'AND',
    groups: [{ filters: [{ field: 'segment', operator: 'notMemberOfSegment', value: 'out' }] }],
  },
}
const anna = { id: 'anna', email: 'anna@x.example', subscribed: true, data: { plan: 'pro' } }

let cache: Cache
beforeEach(async () => {
  cache = await openWorker({ folder: temporaryFolder(), key: null })
  await cache.contacts.upsert(contactSchema.parse({ ...anna, createdAt: at(3), updatedAt: at(3) }))
})

async function missed(campaigns: Campaign[]) {
  for (const record of campaigns) await cache.catalogue.upsert({ list: 'campaigns', record })
  return (await missedBy(cache, 'anna')).map(({ campaignId, why, since }) => [
    campaignId,
    why,
    since === null ? null : new Date(since).getUTCDate(),
  ])
}
const event = (id: string, name: string, day: number, more: object = {}) => ({
  id,
  name,
  contactId: 'anna',
  createdAt: at(day),
  ...more,
})

it('tells of each campaign that somebody did not get why, the latest first', async () => {
  await cache.events.keep([
    event('e1', 'email.sent', 5, { data: { subject: 'Subject of got' } }),
    event('e2', 'contact.unsubscribed', 10),
    event('e3', 'contact.subscribed', 15),
  ])
  await cache.catalogue.upsert({ list: 'segments', record: out })
  const found = await missed([
    draft('written'),
    sent('early', 2),
    sent('got', 5),
    sent('away', 12),
    sent('bill', 13, { type: 'TRANSACTIONAL' }),
    sent('free', 17, toFree),
    sent('all', 18),
    sent('stopped', 19, { status: 'CANCELLED', sentCount: 0 }),
  ])
  expect(found).toEqual([
    ['stopped', 'cancelled', null],
    ['all', 'noEvent', null],
    ['free', 'outsideNow', null],
    ['bill', 'noEvent', null],
    ['away', 'unsubscribed', 10],
    ['early', 'notYet', 3],
  ])
})

it('goes by whom the last review counted, whatever the audience is now', async () => {
  const { selectionId } = await cache.audience.willGet({
    condition: null,
    segments: [],
    subscribedOnly: false,
  })
  await cache.audience.keep({ owner: 'free', selectionId, at: 1 })
  await cache.contacts.upsert(contactSchema.parse({ ...anna, id: 'bert', email: 'bert@x.example' }))
  await cache.catalogue.upsert({ list: 'campaigns', record: sent('free', 17, toFree) })
  const whyOf = async (id: string) => (await missedBy(cache, id)).map(({ why }) => why)
  expect(await whyOf('anna')).toEqual(['noEvent'])
  expect(await whyOf('bert')).toEqual(['outside'])
  const { audienceCondition: condition } = toFree
  const free = await cache.audience.willGet({ condition, segments: [], subscribedOnly: false })
  await cache.audience.keep({ owner: 'free', selectionId: free.selectionId, at: 2 })
  expect(await whyOf('anna')).toEqual(['outside'])
})

it('says who was left out for their verdict', async () => {
  await cache.catalogue.upsert({ list: 'segments', record: out })
  const members = { list: 'members', owner: 'out' } as const
  await cache.catalogueParts.begin({ ...members, anew: true })
  await cache.catalogueParts.apply({
    ...members,
    parts: [{ id: 'anna', at: null, kind: '', record: { id: 'anna', email: anna.email } }],
    bookmark: null,
  })
  expect(await missed([sent('careful', 17, withoutRisky)])).toEqual([['careful', 'leftOut', null]])
})

it('counts a campaign that was stopped on the way as one that left', async () => {
  await cache.events.keep([event('e1', 'email.sent', 5, { data: { subject: 'Subject of half' } })])
  const half = { status: 'CANCELLED', sentCount: 4 }
  expect(await missed([sent('half', 5, half), sent('other', 6, half)])).toEqual([
    ['other', 'cancelled', null],
  ])
})

it('knows nothing of somebody whom the copy has not', async () => {
  await cache.catalogue.upsert({ list: 'campaigns', record: sent('all', 18) })
  expect(await missedBy(cache, 'nobody')).toEqual([])
})
