import { expect, it } from 'vitest'
import type { Cache } from '../../../src-main/cache/store'
import { recentThings } from '../../../src-main/features/recent/things'
import { unfinishedThings } from '../../../src-main/features/recent/unfinished'
import { tell, toKeep } from '../../../src-shared/messages/told'
import { campaignSchema } from '../../../src-shared/interface/campaign'
import { contact, openWorker, temporaryFolder } from '../cache/support'

const review = { hash: 'h', people: 3, errors: 0, warnings: 0, notes: 0, found: null }
const open = () => openWorker({ folder: temporaryFolder(), key: null })

const campaign = (cache: Cache, id: string, status: string) =>
  cache.catalogue.upsert({
    list: 'campaigns',
    record: campaignSchema.parse({
      id,
      name: `Notes ${id}`,
      subject: 'Hello',
      from: 'notes@lamp-room.example',
      type: 'MARKETING',
      body: '<p>Hello</p>',
      status,
      audienceType: 'ALL',
      createdAt: new Date(1).toISOString(),
    }),
  })

it('tells drafts that were reviewed and nobody signed, and not those that were sent or signed since', async () => {
  const cache = await open()
  for (const [id, status] of [
    ['a', 'DRAFT'],
    ['b', 'SENT'],
    ['c', 'DRAFT'],
  ] as const) {
    await campaign(cache, id, status)
    await cache.reviews.note({ campaignId: id, review: { ...review, at: 5 } })
  }
  await cache.reviews.sign({ campaignId: 'c', hash: 'h', now: 6 })
  expect(await unfinishedThings(cache)).toEqual([
    { kind: 'review', id: 'a', name: 'Notes a', errors: 0, at: 5 },
  ])
})

/** The name of a batch as it is kept: a sentence in the language of whoever reads it. */
const pasted = toKeep('told.batch.column', { file: tell('told.pastedRows'), column: 'email' })

it('tells what is written and not saved by its name, in the place of a review of the same; not what is gone', async () => {
  const cache = await open()
  await campaign(cache, 'a', 'DRAFT')
  await cache.reviews.note({ campaignId: 'a', review: { ...review, at: 5 } })
  await cache.drafts.put({ kind: 'campaign', of: 'a', content: {}, now: 7 })
  await cache.drafts.put({ kind: 'template', of: 'gone', content: {}, now: 8 })
  await cache.drafts.put({ kind: 'segment', of: 'new', content: {}, now: 9 })
  expect(await unfinishedThings(cache)).toEqual([
    { kind: 'draft', of: 'segment', id: 'new', name: null, at: 9 },
    { kind: 'draft', of: 'campaign', id: 'a', name: 'Notes a', at: 7 },
  ])
})

it('tells batches that wait', async () => {
  const cache = await open()
  const { id } = await cache.batches.add({
    name: pasted,
    source: { kind: 'notChecked', days: 90 },
    now: 4,
  })
  await cache.batches.put({ id, emails: [contact(1).email, contact(2).email] })
  expect(await unfinishedThings(cache)).toEqual([])
  await cache.batches.set({ id, unfinished: null })
  expect(await unfinishedThings(cache)).toEqual([
    { kind: 'batch', id, name: 'Pasted rows, column email', waiting: 2, at: 4 },
  ])
})

it('tells which views and batches were opened, with whom they show and what waits', async () => {
  const cache = await open()
  const query = {
    search: 'x',
    filters: [],
    sort: { field: 'createdAt' as const, direction: 'desc' as const },
  }
  await cache.views.save({ id: 'v', name: 'Paying', query, columns: ['email'] })
  const { id } = await cache.batches.add({
    name: pasted,
    source: { kind: 'notChecked', days: 90 },
    now: 4,
  })
  for (const key of ['v', 'gone']) await cache.recent.opened({ kind: 'view', id: key })
  for (const key of [id, id + 1]) await cache.recent.opened({ kind: 'batch', id: String(key) })
  const things = await recentThings(cache)
  expect(things.map(({ name, query: shown, waiting }) => [name, shown?.search, waiting]).sort()).toEqual([
    ['Pasted rows, column email', undefined, 0],
    ['Paying', 'x', null],
  ])
})
