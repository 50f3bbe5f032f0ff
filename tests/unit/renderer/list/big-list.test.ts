import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { h } from 'vue'
import BigList from '../../../../src-renderer/lists/list/BigList.vue'
import { useSelection } from '../../../../src-renderer/lists/list/selection'

interface Person {
  id: string
  email: string
}

/** Twenty rows are seen: the page has no layout in this environment, so the view's height is given. */
const viewHeight = 20 * 32

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(viewHeight + 30)
})
afterEach(() => {
  vi.restoreAllMocks()
  document.body.innerHTML = ''
})

function people(count: number, change: { prefix?: string; revision?: number; skip?: number } = {}) {
  const { prefix = 'person', revision = 1, skip = 0 } = change
  return vi.fn(async (offset: number, limit: number) => ({
    rows: Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, n) => {
      const number = offset + n - skip
      return { id: `c${number}`, email: `${prefix}.${number}@example.com` }
    }),
    count,
    revision,
  }))
}

async function listOf(load: ReturnType<typeof people>, props: Record<string, unknown> = {}) {
  const wrapper = mount(BigList<Person>, {
    attachTo: document.body,
    props: {
      label: 'Contacts',
      columns: [
        { key: 'email', label: 'Address', width: 200, grow: true, sortable: true },
        { key: 'createdAt', label: 'Created', width: 100, align: 'end', sortable: true },
      ],
      load,
      idOf: (row: Person) => row.id,
      nameOf: (row: Person) => row.email,
      ...props,
    },
    slots: {
      cell: ({ row, column }: { row: Person; column: { key: string } }) =>
        h('span', column.key === 'email' ? row.email : 'now'),
      empty: () => h('p', 'Nothing here'),
    },
  })
  await flushPromises()
  const press = async (key: string, held: KeyboardEventInit = {}) => {
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held }))
    await flushPromises()
  }
  const rows = () => wrapper.findAll('[data-position]')
  const rowAt = (position: number) => wrapper.find(`[data-position="${position}"]`)
  return { wrapper, press, rows, rowAt }
}

describe('what is drawn', () => {
  it('is the rows that are seen, of however many', async () => {
    const { wrapper, rows } = await listOf(people(1_000_000))
    expect(rows()).toHaveLength(20)
    expect(wrapper.find('[role="grid"]').attributes('aria-rowcount')).toBe('1000001')
    expect(rows()[0]?.attributes('aria-rowindex')).toBe('2')
  })

  it('is the last row at the end of a million', async () => {
    const { wrapper, press, rowAt } = await listOf(people(1_000_000))
    await rowAt(0).trigger('click')
    await press('End')
    expect(rowAt(999_999).text()).toContain('person.999999@example.com')
    expect(rowAt(999_999).attributes('aria-rowindex')).toBe('1000001')
    expect(wrapper.findAll('[data-position]').length).toBeLessThanOrEqual(21)
  })

  it('is what there is to say where there is nothing', async () => {
    const { wrapper, rows } = await listOf(people(0))
    expect(rows()).toHaveLength(0)
    expect(wrapper.text()).toContain('Nothing here')
  })

  it('is an outline of rows before the first answer', async () => {
    const never = vi.fn(() => new Promise<never>(() => {}))
    const { wrapper, rows } = await listOf(never as unknown as ReturnType<typeof people>)
    expect(rows()).toHaveLength(20)
    expect(wrapper.find('[role="grid"]').attributes('aria-busy')).toBe('true')
  })
})

describe('the keyboard', () => {
  it('has one tab stop among the rows', async () => {
    const { rows } = await listOf(people(100))
    expect(rows().filter((row) => row.attributes('tabindex') === '0')).toHaveLength(1)
  })

  it('keeps the focus in the list while its row scrolls away, and gives it back', async () => {
    const { wrapper, press, rowAt } = await listOf(people(1000))
    await rowAt(0).trigger('click')
    await press('PageDown')
    const position = Number(document.activeElement?.getAttribute('data-position'))
    expect(position).toBe(19)
    const scroller = wrapper.element as HTMLElement
    scroller.scrollTop = 20_000
    scroller.dispatchEvent(new Event('scroll'))
    await flushPromises()
    expect(wrapper.element.contains(document.activeElement)).toBe(true)
    await press('ArrowUp')
    expect(document.activeElement?.getAttribute('data-position')).toBe('18')
  })

  it('opens with Enter', async () => {
    const { wrapper, press, rowAt } = await listOf(people(100))
    await rowAt(3).trigger('click')
    await press('ArrowDown')
    await press('Enter')
    expect(wrapper.emitted('open')?.at(-1)?.[1]).toBe(4)
  })

  it('moves on to the next row while one is open', async () => {
    const { wrapper, press, rowAt } = await listOf(people(100), { openId: 'c3' })
    await rowAt(3).trigger('click')
    await press('ArrowDown')
    expect(wrapper.emitted('open')?.at(-1)).toEqual([{ id: 'c4', email: 'person.4@example.com' }, 4])
  })

  it('opens a far row once it has arrived', async () => {
    const { wrapper, press, rowAt } = await listOf(people(1_000_000), { openId: 'c0' })
    await rowAt(0).trigger('click')
    await press('End')
    expect(wrapper.emitted('open')?.at(-1)?.[1]).toBe(999_999)
  })
})

describe('selecting', () => {
  const selecting = () => useSelection(async () => ({ selectionId: 's', count: 100 }))

  it('takes a range with Shift', async () => {
    const selection = selecting()
    const { rowAt } = await listOf(people(100), { selection })
    await rowAt(2).find('input').trigger('click')
    await rowAt(6).find('input').trigger('click', { shiftKey: true })
    await flushPromises()
    expect(selection.count.value).toBe(5)
    expect(rowAt(4).attributes('aria-selected')).toBe('true')
  })

  it('takes rows that were never shown', async () => {
    const selection = selecting()
    const { press, rowAt } = await listOf(people(1500), { selection })
    await rowAt(0).find('input').trigger('click')
    await press('End', { shiftKey: true })
    await flushPromises()
    expect(selection.count.value).toBe(1500)
  })

  it('gives rows back when a range shrinks', async () => {
    const selection = selecting()
    const { press, rowAt } = await listOf(people(100), { selection })
    await rowAt(0).find('input').trigger('click')
    await press('ArrowDown', { shiftKey: true })
    await press('ArrowDown', { shiftKey: true })
    await press('ArrowUp', { shiftKey: true })
    await flushPromises()
    expect(selection.count.value).toBe(2)
  })

  it('shows a click on a checkbox as what it did', async () => {
    const selection = selecting()
    const { rowAt } = await listOf(people(100), { selection })
    const box = rowAt(2).find('input')
    await box.trigger('click')
    await flushPromises()
    expect(box.element.checked).toBe(true)
    expect(rowAt(2).attributes('aria-selected')).toBe('true')
  })

  it('takes all that match from the head', async () => {
    const selection = selecting()
    const { wrapper } = await listOf(people(100), { selection })
    await wrapper.find('[role="columnheader"] input').trigger('click')
    await flushPromises()
    expect(selection.count.value).toBe(100)
  })
})

describe('a changed copy', () => {
  it('leaves the first row that is seen where it is', async () => {
    const { wrapper, rowAt } = await listOf(people(1000))
    const scroller = wrapper.element as HTMLElement
    scroller.scrollTop = 3200
    scroller.dispatchEvent(new Event('scroll'))
    await flushPromises()
    expect(rowAt(100).text()).toContain('person.100@')
    const grown = people(1010, { skip: 10, revision: 2 })
    // The same query: the function stays, what it answers is newer.
    await wrapper.setProps({ revision: 1 })
    const load = wrapper.props('load') as ReturnType<typeof people>
    load.mockImplementation(grown)
    await wrapper.setProps({ revision: 2 })
    await flushPromises()
    expect(rowAt(110).text()).toContain('person.100@')
    expect(wrapper.findAll('[data-position]')[0]?.attributes('data-position')).toBe('110')
  })
})

describe('another query', () => {
  it('begins at the top', async () => {
    const { wrapper, rows } = await listOf(people(1000))
    const scroller = wrapper.element as HTMLElement
    scroller.scrollTop = 3200
    scroller.dispatchEvent(new Event('scroll'))
    await flushPromises()
    await wrapper.setProps({ load: people(500, { prefix: 'other' }) })
    await flushPromises()
    expect(rows()[0]?.text()).toContain('other.0@')
    expect(wrapper.find('[role="grid"]').attributes('aria-rowcount')).toBe('501')
  })
})

describe('the head', () => {
  it('says what the list is sorted by and asks for another order', async () => {
    const { wrapper } = await listOf(people(10), { sort: { key: 'createdAt', direction: 'desc' } })
    const heads = wrapper.findAll('[role="columnheader"]')
    expect(heads.map((head) => head.attributes('aria-sort'))).toEqual(['none', 'descending'])
    await heads[0]?.find('button').trigger('click')
    expect(wrapper.emitted('sort')).toEqual([[{ key: 'email', direction: 'asc' }]])
  })
})

describe('what stands beneath a row', () => {
  it('is drawn after its row, and the last row can still be seen', async () => {
    const load = people(100)
    const { wrapper, press, rowAt } = await listOf(load, { stripFor: 'c3' })
    const strip = wrapper.get('.big-list__strip')
    expect(strip.element.previousElementSibling?.getAttribute('data-position')).toBe('3')
    await rowAt(0).trigger('click')
    await press('End')
    expect(wrapper.vm.$el.scrollTop).toBe(100 * 32 - (viewHeight - 44))
  })

  it('is scrolled into view where it opens at the lower edge', async () => {
    const { wrapper } = await listOf(people(100))
    await wrapper.setProps({ stripFor: 'c19' })
    await flushPromises()
    expect(wrapper.vm.$el.scrollTop).toBe(44)
  })

  it('is not there while its row is not', async () => {
    const { wrapper } = await listOf(people(100), { stripFor: 'c90' })
    expect(wrapper.find('.big-list__strip').exists()).toBe(false)
  })
})
