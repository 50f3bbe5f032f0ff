import { afterEach, expect, it, vi } from 'vitest'
import { defineComponent, shallowRef } from 'vue'
import { useRowList } from '../../../../src-renderer/lists/list/row-list'
import { useListRows } from '../../../../src-renderer/lists/grid/use-list-rows'
import { Page } from '../fixtures/page'
import { profile, profilesTold } from '../shell/whole-page'

let page: Page
afterEach(() => page.close())

/** Has a page use something of the renderer, and gives it. */
async function used<T>(use: () => T): Promise<T> {
  const given: T[] = []
  const root = defineComponent({
    setup() {
      given.push(use())
      return () => null
    },
  })
  page = await Page.open({ root, told: [profilesTold([profile], profile.id)] })
  const [first] = given
  if (first === undefined) throw new Error('The page was not opened.')
  return first
}

it('is another list where it asks something else, or of another profile, and not where the core says the same anew', async () => {
  const open = shallowRef({ id: 'one', at: 1 })
  const { load } = await used(() =>
    useRowList({
      label: 'People',
      columns: [],
      asked: () => ({ id: open.value.id }),
      read: () => Promise.resolve({ rows: [], count: 0 }),
      idOf: () => '',
      nameOf: () => '',
    }),
  )
  const before = load.value
  open.value = { id: 'one', at: 2 }
  page.tell(profilesTold([{ ...profile, name: 'Renamed' }], profile.id))
  expect(load.value).toBe(before)
  open.value = { id: 'two', at: 2 }
  const other = load.value
  expect(other).not.toBe(before)
  page.tell(profilesTold([{ ...profile, id: 'p2' }], 'p2'))
  expect(load.value).not.toBe(other)
})

it('is the same grid while the core says the same anew', async () => {
  const key = shallowRef({ id: 'one' })
  const unused = vi.fn(() => Promise.reject(new Error('Nothing is asked here.')))
  const { load } = await used(() =>
    useListRows(shallowRef({}), {
      key: () => key.value.id,
      page: unused,
      freeze: unused,
      shown: unused,
      filtered: () => false,
      bare: (query) => query,
      among: (query) => query,
    }),
  )
  const before = load.value
  key.value = { id: 'one' }
  expect(load.value).toBe(before)
  key.value = { id: 'two' }
  expect(load.value).not.toBe(before)
})
