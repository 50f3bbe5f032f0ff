import { expect, it } from 'vitest'
import type { FilterCondition } from '../../../src-shared/interface/filter'
import { seeded } from '../../fixtures/seeded'
import { contact, load, openStore } from './support'

const inZip: FilterCondition = {
  logic: 'AND',
  groups: [{ filters: [{ field: 'data.address.zip', operator: 'equals', value: 1 }] }],
}

it.each([1, 2, 9])('keys within keys of every %sth contact are read, and followed', (every) => {
  const draw = seeded(every)
  const records = Array.from({ length: 2000 }, (_, number) =>
    contact(number, { data: number % every === 0 ? { address: { zip: Math.floor(draw() * 4) } } : {} }),
  )
  const { store } = openStore()
  load(store, records)
  const counted = () => store.audience.count({ asker: 'test', condition: inZip, segments: [] }).count
  const expected = records.filter(({ data }) => JSON.stringify(data) === '{"address":{"zip":1}}')
  expect(counted()).toBe(expected.length)
  const [one] = expected
  store.contacts.remove(one?.id ?? '')
  store.contacts.upsert(contact(1999, { data: { address: { zip: 1 } } }))
  const still = expected.filter(({ id }) => id !== one?.id && id !== contact(1999).id)
  expect(counted()).toBe(still.length + 1)
})

it('somebody in a script that came since the last survey is found', () => {
  const { store } = openStore()
  load(store, [contact(1, { data: { name: 'Anna' } }), contact(2, { data: { name: 'فريد' } })])
  const scripts = () => {
    const asked = { asker: 'test', condition: null, segments: [], subscribedOnly: false }
    const more = { variables: ['name'], recent: null, sent: [], previous: null }
    const { personas } = store.audience.survey({ ...asked, ...more })
    return personas.flatMap(({ kind, label }) => (kind === 'script' ? [label] : [])).sort()
  }
  expect(scripts()).toEqual(['Arabic'])
  store.contacts.upsert(contact(3, { data: { name: 'Γιώργος' } }))
  expect(scripts()).toEqual(['Arabic', 'Greek'])
})
