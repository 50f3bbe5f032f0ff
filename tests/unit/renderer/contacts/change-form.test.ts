import { expect, it } from 'vitest'
import type { DataField } from '../../../../src-shared/bridge/contacts'
import {
  fieldOffers,
  firstForm,
  readChange,
  segmentOffers,
  withField,
  withHow,
  type ChangeForm,
} from '../../../../src-renderer/features/contacts/bulk/change-form'
import { draftOf } from '../../../../src-renderer/features/contacts/values/kinds'

const field = (key: string, type: DataField['types'][number]): DataField => ({
  key,
  types: [type],
  count: 10,
  distinct: null,
})
const known = [field('plan', 'text'), field('tags', 'list'), field('seats', 'number')]
const segments = [{ id: 's1', name: 'Crew', members: 12 }]
const read = (form: ChangeForm) => readChange(form, segments, 0)
const filled = (form: ChangeForm, text: string): ChangeForm => ({ ...form, draft: { ...form.draft, text } })

it('begins with adding to the most frequent list, and with setting where there is none', () => {
  expect(firstForm(known)).toMatchObject({ how: 'add', field: 'tags', draft: { kind: 'list' } })
  expect(firstForm([field('plan', 'text')])).toMatchObject({ how: 'set', field: 'plan' })
  expect(firstForm([])).toMatchObject({ how: 'set', field: '' })
})

it('adds every entry of a list, the one that is being typed as well, and takes them out', () => {
  const form = { ...firstForm(known), draft: { kind: 'list' as const, entries: ['vip'], text: ' crew ' } }
  expect(read(form)).toEqual({ action: { kind: 'list', how: 'add', key: 'tags', values: ['vip', 'crew'] } })
  expect(read(withHow(form, 'take', known))).toMatchObject({
    action: { how: 'take', values: ['vip', 'crew'] },
  })
})

it('means nothing before field and value are there', () => {
  expect(read(firstForm(known))).toBeNull()
  expect(read(firstForm([]))).toBeNull()
})

it('gives a field that is no list away where a list is meant, and keeps it where it can be set', () => {
  const plan = withField(withHow(firstForm(known), 'set', known), 'plan', null, known)
  expect(withHow(plan, 'clear', known).field).toBe('plan')
  expect(withHow(plan, 'add', known).field).toBe('tags')
})

it('sets a value of the kind that the field mostly has', () => {
  const seats = withField(withHow(firstForm(known), 'set', known), 'seats', null, known)
  expect(read(filled(seats, '12'))).toEqual({ action: { kind: 'set', key: 'seats', value: 12 } })
  expect(read(filled(seats, 'many'))).toEqual({ fault: 'Not a number' })
})

it('clears a field without a value, and refuses what the service keeps for itself', () => {
  const clear = withHow(firstForm(known), 'clear', known)
  expect(read(withField(clear, 'plan', null, known))).toEqual({ action: { kind: 'remove', key: 'plan' } })
  expect(read(withField(clear, 'email', null, known))).toHaveProperty('fault')
})

it('subscribes and unsubscribes as a field that is set', () => {
  const on = withField(withHow(firstForm(known), 'set', known), '', 'subscribed', known)
  expect(read(on)).toEqual({ action: { kind: 'subscribe', again: false } })
  expect(read(filled(on, 'false'))).toEqual({ action: { kind: 'unsubscribe' } })
})

it('adds people to a segment that is there, or makes it', () => {
  const form = withField(firstForm(known), '', 'segment', known)
  expect(read(filled(form, 'Crew'))).toEqual({
    action: { kind: 'addTo', segment: { kind: 'known', id: 's1', name: 'Crew' } },
  })
  expect(read(filled(form, 'crew'))).toEqual({
    action: { kind: 'addTo', segment: { kind: 'new', name: 'crew' } },
  })
  expect(segmentOffers('cr', segments).map(({ value }) => value)).toEqual(['Crew', 'cr'])
})

it('offers lists to add to, and every field to set, ours first', () => {
  expect(fieldOffers(firstForm(known), known).map(({ value }) => value)).toEqual(['Segment', 'tags'])
  const set = withHow(firstForm(known), 'set', known)
  expect(fieldOffers(set, known).map(({ value }) => value)).toEqual(['Subscribed', 'plan', 'tags', 'seats'])
  expect(fieldOffers({ ...set, field: 'se' }, known).map(({ value }) => value)).toEqual(['seats'])
})

it('keeps what was entered where another field can take it', () => {
  const plan = {
    ...withField(withHow(firstForm(known), 'set', known), 'plan', null, known),
    draft: draftOf('12'),
  }
  expect(withField(plan, 'seats', null, known).draft).toMatchObject({ kind: 'number', text: '12' })
  expect(withField({ ...plan, draft: draftOf('gold') }, 'seats', null, known).draft.text).toBe('')
})
