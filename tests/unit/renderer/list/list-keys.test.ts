import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { computed, defineComponent, h, ref } from 'vue'
import PageFrame from '../../../../src-renderer/kit/page/PageFrame.vue'
import SearchBox from '../../../../src-renderer/kit/page/SearchBox.vue'
import { useShortcuts } from '../../../../src-renderer/kit/shortcuts'
import BigList from '../../../../src-renderer/lists/list/BigList.vue'
import { useSelection } from '../../../../src-renderer/lists/list/selection'
import type { ShellShortcut } from '../../../../src-renderer/shortcuts'

interface Person {
  id: string
}

const people: Person[] = ['ada', 'bo', 'bob', 'cy'].map((id) => ({ id }))

let mounted: ReturnType<typeof mount>
/** What the core holds back while it is asked to. */
let held: (() => void)[] | null
/** What was taken back of what was cleared. */
let undo: () => void
let opened: string[]
let edited: string[]
const search = ref('')
const openId = ref<string | null>(null)

const selecting = () =>
  useSelection(
    async () => null,
    (_, takeBack) => (undo = takeBack),
  )
let selection: ReturnType<typeof selecting>

/** A screen that is a list with a search. */
const Screen = defineComponent({
  setup() {
    const load = computed(() => {
      const found = people.filter(({ id }) => id.startsWith(search.value))
      return async (offset: number, limit: number) => {
        if (held) await new Promise<void>((resolve) => held?.push(resolve))
        return { rows: found.slice(offset, offset + limit), count: found.length, revision: 1 }
      }
    })
    const list = () =>
      h(
        BigList<Person>,
        {
          label: 'People',
          leads: true,
          columns: [{ key: 'name', label: 'Name', width: 200 }],
          load: load.value,
          idOf: ({ id }: Person) => id,
          nameOf: ({ id }: Person) => id,
          openId: openId.value,
          selection,
          onOpen: ({ id }: Person) => void opened.push(id),
          onEdit: ({ id }: Person) => void edited.push(id),
        },
        {
          cell: ({ row }: { row: Person }) =>
            row.id === 'cy' ? h('button', 'Write to cy') : h('input', { value: row.id }),
          empty: () => h('p', 'Nobody'),
        },
      )
    const box = () =>
      h(SearchBox, {
        label: 'Search',
        placeholder: 'Search',
        modelValue: search.value,
        'onUpdate:modelValue': (text: string) => (search.value = text),
      })
    return () => h(PageFrame, null, { default: () => [box(), list()] })
  },
})

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(20 * 32 + 30)
  held = null
  undo = () => undefined
  opened = []
  edited = []
  search.value = ''
  openId.value = null
  selection = selecting()
})
afterEach(() => {
  mounted.unmount()
  vi.restoreAllMocks()
  document.body.innerHTML = ''
})

async function show(): Promise<void> {
  mounted = mount(Screen, { attachTo: document.body })
  await flushPromises()
}

const element = (selector: string): HTMLElement => mounted.get<HTMLElement>(selector).element
const box = () => element('input[aria-label="Search"]')
const row = (position: number) => element(`[data-position="${position}"]`)

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) {
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await flushPromises()
  }
}

async function type(text: string): Promise<void> {
  box().focus()
  search.value = text
  await flushPromises()
}

/** The core answers what it was asked meanwhile. */
async function answer(): Promise<void> {
  const waiting = held ?? []
  held = null
  for (const go of waiting) go()
  await flushPromises()
}

describe('from the search of a list', () => {
  it('the arrow down goes to the rows', async () => {
    await show()
    await type('bo')
    await press('ArrowDown')
    expect(document.activeElement).toBe(row(0))
  })

  it('Enter opens the row that has the keyboard, and goes there', async () => {
    await show()
    await type('bo')
    await press('Enter')
    expect(opened).toEqual(['bo'])
    expect(document.activeElement).toBe(row(0))
  })

  it('Enter waits for the rows of what was typed', async () => {
    await show()
    held = []
    await type('cy')
    await press('Enter')
    expect(opened).toEqual([])
    await answer()
    expect(opened).toEqual(['cy'])
  })

  it('opens nobody later where nobody was found', async () => {
    await show()
    held = []
    await type('nobody')
    await press('Enter')
    await answer()
    search.value = ''
    await flushPromises()
    expect(opened).toEqual([])
  })

  it('the arrow down stays where nothing is found', async () => {
    await show()
    await type('nobody')
    await press('ArrowDown')
    expect(document.activeElement).toBe(box())
  })
})

describe('letters on a row', () => {
  it('J and K move, X selects, O opens, E opens to change', async () => {
    await show()
    row(0).focus()
    await press('j', 'j', 'k', 'x')
    expect(document.activeElement).toBe(row(1))
    expect(selection.has('bo')).toBe(true)
    await press('o')
    expect([opened, edited]).toEqual([['bo'], []])
    await press('e')
    expect([opened, edited]).toEqual([['bo', 'bo'], ['bo']])
  })

  it('mean nothing to the list while one types in a row', async () => {
    await show()
    element('[data-position="0"] [data-cell] input').focus()
    await press('j', 'x', 'o', 'e')
    expect([opened, selection.count.value]).toEqual([[], 0])
  })

  it('leave Enter to a button within a row', async () => {
    await show()
    element('[data-position="3"] button').focus()
    await press('Enter')
    expect(opened).toEqual([])
  })

  it('are the second of two for the shell', async () => {
    const went: ShellShortcut[] = []
    const shell = new Proxy({} as Record<ShellShortcut, () => void>, {
      get: (_, id: ShellShortcut) => () => void went.push(id),
    })
    const Shell = { setup: () => (useShortcuts(shell), () => h(Screen)) }
    mounted = mount(Shell, { attachTo: document.body })
    await flushPromises()
    row(0).focus()
    await press('g', 'e', 'g', 'o')
    expect([went, opened]).toEqual([['events', 'overview'], []])
    // A letter that the list takes comes between two as any other key does.
    await press('g', 'j', 'o')
    expect([went.length, opened]).toEqual([2, ['bo']])
  })
})

describe('Esc on a row', () => {
  it('clears the search, then the selection, which can be had back', async () => {
    await show()
    await type('bo')
    await press('ArrowDown', 'x', 'Escape')
    expect([search.value, selection.count.value]).toEqual(['', 1])
    await press('Escape')
    expect(selection.count.value).toBe(0)
    undo()
    expect(selection.has('bo')).toBe(true)
  })

  it('is for the panel while one is open', async () => {
    await show()
    row(0).focus()
    await press('x')
    openId.value = 'ada'
    await flushPromises()
    await press('Escape')
    expect(selection.count.value).toBe(1)
  })

  it('does in the search as on a row', async () => {
    await show()
    row(0).focus()
    await press('x')
    await type('ada')
    await press('Escape')
    expect([search.value, selection.count.value]).toEqual(['', 1])
    await press('Escape')
    expect(selection.count.value).toBe(0)
  })
})

describe('the focus of a list', () => {
  it('waits for its row on the rows’ own element', async () => {
    held = []
    await show()
    const rows = element('[role="rowgroup"]')
    rows.focus()
    await answer()
    expect(document.activeElement).toBe(row(0))
  })

  it('goes to what stands there instead of rows, and back', async () => {
    await show()
    row(0).focus()
    search.value = 'nobody'
    await flushPromises()
    expect(document.activeElement?.textContent).toBe('Nobody')
    await press('Escape')
    expect(document.activeElement).toBe(row(0))
  })
})
