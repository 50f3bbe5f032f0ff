import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { computed, nextTick, shallowRef } from 'vue'
import { announced } from '../../../../src-renderer/kit/announce'
import { useSpokenProgress, type Spoken } from '../../../../src-renderer/kit/spoken-progress'
import BigList from '../../../../src-renderer/lists/list/BigList.vue'
import type { ListColumn, ListSort } from '../../../../src-renderer/lists/list/column'
import { useSelection } from '../../../../src-renderer/lists/list/selection'
import { soon } from '../../../fixtures/soon'

interface Person {
  id: string
  city: string
}
const columns: ListColumn[] = [
  { key: 'id', label: 'Address', width: 200, sortable: true },
  { key: 'city', label: 'City', width: 100, sortable: true },
]
const people: Person[] = [
  { id: 'a@firm.example', city: 'Gdańsk' },
  { id: 'b@firm.example', city: '–' },
]
const answer = (rows: Person[]) => () => Promise.resolve({ rows, count: rows.length, revision: 1 })

let list: VueWrapper
afterEach(() => {
  list.unmount()
  document.body.innerHTML = ''
})

function open(sort: ListSort | null = null) {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(20 * 32 + 30)
  const selection = useSelection(() => Promise.resolve(null))
  list = mount(BigList<Person>, {
    attachTo: document.body,
    props: {
      label: 'People',
      columns,
      load: answer(people),
      idOf: ({ id }: Person) => id,
      nameOf: ({ id }: Person) => id,
      selection,
      sort,
    },
    slots: {
      cell: ({ row, column }: { row: Person; column: ListColumn }) =>
        column.key === 'id' ? row.id : row.city,
    },
  })
  return selection
}

const row = (at: number) => list.find(`[data-position="${at}"]`)

describe('a list, as it is heard', () => {
  it('says a row by its name and its cells under their heads, without those that hold nothing', async () => {
    open()
    await soon(() => expect(row(0).attributes('aria-label')).toBe('a@firm.example, City Gdańsk'))
    await row(0).trigger('keydown', { key: 'ArrowDown' })
    await soon(() => expect(row(1).attributes('aria-label')).toBe('b@firm.example'))
    expect(row(0).attributes('aria-label')).toBeUndefined()
  })

  it('numbers rows from the head on, and says which column it is sorted by', async () => {
    open({ key: 'city', direction: 'desc' })
    await soon(() => expect(row(1).exists()).toBe(true))
    const grid = list.get('[role="grid"]')
    expect([grid.attributes('aria-rowcount'), row(1).attributes('aria-rowindex')]).toEqual(['3', '3'])
    const heads = list.findAll('[role="columnheader"]').map((head) => head.attributes('aria-sort'))
    expect(heads).toEqual([undefined, 'none', 'descending'])
  })

  it('says how it was sorted', async () => {
    open({ key: 'id', direction: 'asc' })
    await soon(() => expect(row(0).exists()).toBe(true))
    await list.setProps({ sort: { key: 'city', direction: 'desc' } })
    await soon(() => expect(announced.value).toBe('Sorted by City, descending'))
  })

  it('says how many are selected, and that none is any more', async () => {
    const selection = open()
    await soon(() => expect(row(0).exists()).toBe(true))
    selection.set(['a@firm.example', 'b@firm.example'], true)
    await soon(() => expect(announced.value).toBe('2 selected'))
    expect(row(0).attributes('aria-selected')).toBe('true')
    selection.clear()
    await soon(() => expect(announced.value).toBe('Nothing selected'))
  })

  it('says how many another question found', async () => {
    open()
    await soon(() => expect(row(1).exists()).toBe(true))
    await list.setProps({ load: answer(people.slice(0, 1)) })
    await soon(() => expect(announced.value).toBe('People: 1'))
    await list.setProps({ load: answer([]) })
    await soon(() => expect(announced.value).toBe('People: nothing found'))
  })
})

describe('progress, as it is heard', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => void vi.useRealTimers())

  it('is said as it begins, then at most every tenth and every ten seconds', async () => {
    const now = shallowRef<Spoken | null>(null)
    const said: string[] = []
    list = mount({
      setup() {
        useSpokenProgress(() => now.value)
        const last = computed(() => announced.value)
        return () => {
          if (last.value !== '' && said.at(-1) !== last.value) said.push(last.value)
          return last.value
        }
      },
    })
    said.length = 0
    async function at(share: number, seconds: number): Promise<void> {
      vi.advanceTimersByTime(seconds * 1000)
      now.value = { share, words: `${Math.round(share * 100)} %` }
      await nextTick()
      await nextTick()
      await nextTick()
    }
    await at(0, 0)
    await at(0.5, 1)
    await at(0.55, 10)
    await at(0.6, 20)
    await at(0.7, 20)
    await at(0.9, 5)
    expect(said).toEqual(['0 %', '55 %', '70 %'])
  })
})
