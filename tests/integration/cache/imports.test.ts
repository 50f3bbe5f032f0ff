import { expect, it } from 'vitest'
import type { ImportRecord } from '../../../src-main/features/imports/store/import-record'
import { key, openStore, temporaryFolder } from './support'

const made: Omit<ImportRecord, 'id'> = {
  name: 'spring-fair.csv',
  bytes: 120,
  createdAt: 5,
  touchedAt: 5,
  step: 'read',
  source: { kind: 'file', path: '/home/ada/spring-fair.csv', size: 120, modified: 3, uploaded: false },
  unfinished: 'reading',
  rows: null,
  problem: null,
  written: null,
  undone: null,
  rowsKept: true,
  findings: {
    reading: null,
    detected: null,
    wanted: null,
    proposed: [],
    workbook: null,
    notes: [],
    columns: [
      {
        index: 0,
        name: '__proto__',
        target: { kind: 'data', key: '__proto__' },
        as: { type: 'text' },
        rule: 'overwrite',
        samples: ['a'],
        looked: 1,
        filled: 1,
        note: null,
      },
    ],
    remembered: false,
    leftAt: null,
    rememberedFrom: null,
    rules: {
      verify: 'none',
      byVerdict: { accepts: 'import', risky: 'import', unknown: 'import', undeliverable: 'leaveOut' },
      resubscribe: false,
      writeConflicting: false,
    },
    counts: null,
  },
}

it('keeps an import through its steps, over a restart', () => {
  const one = openStore({ key })
  const { id } = one.store.imports.add(made)
  one.store.imports.set({ id, step: 'map', unfinished: null, rows: 7 })
  one.close()
  const two = openStore({ key, folder: one.folder })
  expect(two.store.imports.get(id)).toEqual({
    ...made,
    id,
    step: 'map',
    unfinished: null,
    rows: 7,
  })
  two.close()
})

it('lists imports, the newest first, without what only an open one shows', () => {
  const { store, close } = openStore()
  const ids = [1, 2, 3].map(() => store.imports.add(made).id)
  const { imports, count } = store.imports.page({ offset: 1, limit: 5 })
  expect({ ids: imports.map(({ id }) => id), count }).toEqual({ ids: [ids[1], ids[0]], count: 3 })
  expect(imports[0]).not.toHaveProperty('findings')
  close()
})

it('gives imports of two copies ids that never meet', () => {
  const [one, two] = [openStore({ folder: temporaryFolder() }), openStore({ folder: temporaryFolder() })]
  const ids = [one, two].map(({ store }) => store.imports.add(made).id)
  expect(ids[0]).not.toBe(ids[1])
  expect(two.store.imports.get(ids[0] ?? 0)).toBeNull()
  one.close()
  two.close()
})

it('says that an import is gone when something of it is to change', () => {
  const { store, close } = openStore()
  const { id } = store.imports.add(made)
  store.imports.remove(id)
  expect(() => store.imports.set({ id, step: 'map' })).toThrow('This import is gone')
  close()
})

it('remembers where the columns of a header went, the last word counting', () => {
  const { store, close } = openStore()
  const column = { name: 'mail', target: { kind: 'email' }, as: { type: 'text' }, rule: 'overwrite' } as const
  expect(store.imports.mapping('k')).toBeNull()
  store.imports.remember({ key: 'k', columns: [{ ...column, rule: 'never' }], name: 'a.csv', now: 1 })
  store.imports.remember({ key: 'k', columns: [column], name: 'b.csv', now: 2 })
  expect(store.imports.mapping('k')).toEqual({ columns: [column], name: 'b.csv', at: 2 })
  close()
})
