import { expect, it } from 'vitest'
import { forgottenSchema, recountedSchema } from '../../../src-shared/interface/deployed'

it.each([
  ['on its own', { memberCount: 7 }],
  ['with those who came and went', { added: 3, removed: 1, total: 7 }],
])('a segment that was counted says its members %s', (_, answer) => {
  expect(recountedSchema.parse(answer)).toBe(7)
})

it.each([
  ['contacts that a field was taken from', { deletedFrom: 7, field: 'plan' }],
  ['events that went with their name', { deletedCount: 7, eventName: 'login' }],
])('an answer says how many %s', (_, answer) => {
  expect(forgottenSchema.parse(answer)).toBe(7)
})

it.each([{}, { memberCount: -1 }, { total: 1.5 }, { total: '7' }])('%j is no count of members', (answer) => {
  expect(recountedSchema.safeParse(answer).success).toBe(false)
})
