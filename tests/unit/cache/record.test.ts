import { expect, it } from 'vitest'
import { sameContact, toColumns, toRaw, toRow } from '../../../src-main/features/contacts/store/record'
import { contactSchema } from '../../../src-shared/interface/contact'

const sent = {
  id: 'cnt_1',
  email: 'anna@example.com',
  subscribed: false,
  data: { plan: 'pro', nested: { deep: [1, null] } },
  createdAt: '2026-01-02T03:04:05.006Z',
  updatedAt: '2026-01-02T03:04:05.006Z',
}
const roundTrip = (record: Record<string, unknown>) => toRaw(toColumns(contactSchema.parse(record)))

it('gives back the record as the service sent it', () => {
  expect(roundTrip(sent)).toEqual(sent)
})

it('keeps fields it does not know', () => {
  const odd = { ...sent, score: 7, tags: ['a'], project: null }
  expect(roundTrip(odd)).toEqual(odd)
})

it('keeps a time in the very form in which it was sent', () => {
  const odd = { ...sent, createdAt: '2026-01-02T04:04:05+01:00', updatedAt: 'yesterday' }
  expect(roundTrip(odd)).toEqual(odd)
  expect(toRow(toColumns(contactSchema.parse(odd)), null)).toMatchObject({
    createdAt: Date.UTC(2026, 0, 2, 3, 4, 5),
    updatedAt: null,
  })
})

it('leaves out times that the service leaves out', () => {
  const { id, email, subscribed, data } = sent
  const timeless = { id, email, subscribed, data }
  expect(roundTrip(timeless)).toEqual(timeless)
})

it('does not keep _meta, which speaks of one answer', () => {
  expect(roundTrip({ ...sent, _meta: { isNew: true, isUpdate: false } })).toEqual(sent)
})

it('sees a change in an unknown field', () => {
  const before = toColumns(contactSchema.parse(sent))
  expect(sameContact(before, toColumns(contactSchema.parse(sent)))).toBe(true)
  expect(sameContact(before, toColumns(contactSchema.parse({ ...sent, score: 1 })))).toBe(false)
})
