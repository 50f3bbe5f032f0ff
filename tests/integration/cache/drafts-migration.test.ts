import { expect, it } from 'vitest'
import { openDatabase } from '../../../src-main/cache/database'
import { migrations } from '../../../src-main/cache/migrations/all'
import { openStore, temporaryFolder } from './support'

it('finds campaigns with the body of a template in a copy from before bodies had digests', () => {
  const folder = temporaryFolder()
  const old = openDatabase(
    { folder, key: null },
    migrations.filter(({ number }) => number < 44),
  )
  const put = old.prepare('INSERT INTO catalogue VALUES (?, ?, ?, ?, ?, 0, 0, ?)')
  const body = '<p>Hello</p>'
  put.run(1, 'templates', 'tpl', 'Welcome', 'MARKETING', JSON.stringify({ id: 'tpl', body }))
  put.run(2, 'campaigns', 'same', 'Spring', 'DRAFT', JSON.stringify({ id: 'same', body }))
  put.run(3, 'campaigns', 'other', 'Autumn', 'SENT', JSON.stringify({ id: 'other', body: '<p>Bye</p>' }))
  put.run(4, 'campaigns', 'empty', 'Winter', 'DRAFT', JSON.stringify({ id: 'empty', body: '' }))
  old.close()

  const { store } = openStore({ folder })
  const same = { templateId: 'tpl', id: 'same', name: 'Spring', status: 'DRAFT' }
  expect(store.catalogue.sameBody(null)).toEqual([same])
  expect(store.catalogue.sameBody('tpl')).toEqual([same])
  expect(store.catalogue.sameBody('gone')).toEqual([])
})

it('keeps drafts where the copy is emptied', () => {
  const { store } = openStore()
  const key = { kind: 'template', of: 'new' }
  store.drafts.put({ ...key, content: { body: 'Half a' }, now: 5 })
  store.maintenance.clear()
  expect(store.drafts.get(key)).toEqual({ content: { body: 'Half a' }, at: 5 })
})
