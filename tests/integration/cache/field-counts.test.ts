import { expect, it } from 'vitest'
import { contact, contacts, load, openStore, temporaryFolder } from './support'

const counts = (fields: { key: string; count: number }[]) =>
  Object.fromEntries(fields.map(({ key, count }) => [key, count]))

it('counts the keys again after every kind of change, and after reopening', () => {
  const folder = temporaryFolder()
  const opened = openStore({ folder })
  load(opened.store, contacts(0, 50))
  opened.store.contacts.upsert(contact(60, { data: { rare: 'yes' } }))
  expect(counts(opened.store.contacts.fields())).toMatchObject({ rare: 1 })
  opened.store.contacts.upsert(contact(61, { data: { rare: 'no' } }))
  expect(counts(opened.store.contacts.fields())).toMatchObject({ rare: 2 })
  opened.store.contacts.remove(contact(60).id)
  expect(counts(opened.store.contacts.fields())).toMatchObject({ rare: 1 })
  opened.close()

  const again = openStore({ folder })
  expect(counts(again.store.contacts.fields())).toMatchObject({ rare: 1 })
  again.store.contacts.upsert(contact(61, { data: {} }))
  expect(counts(again.store.contacts.fields())).not.toHaveProperty('rare')
  again.store.maintenance.clear()
  expect(again.store.contacts.fields()).toEqual([])
})

it('answers from what was counted while nothing changed', () => {
  const folder = temporaryFolder()
  const opened = openStore({ folder })
  load(opened.store, contacts(0, 50))
  const counted = opened.store.contacts.fields()
  opened.close()

  const again = openStore({ folder })
  again.db.exec(`UPDATE contact SET data = '{}'`)
  expect(again.store.contacts.fields()).toEqual(counted)
})
