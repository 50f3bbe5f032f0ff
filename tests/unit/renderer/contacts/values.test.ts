import { flushPromises } from '@vue/test-utils'
import { afterEach, expect, it } from 'vitest'
import { defineComponent, h, ref } from 'vue'
import { chosenKeys } from '../../../../src-renderer/shortcuts'
import { ContactPanel } from '../../../../src-renderer/features/contacts'
import type { ContactDetail, ValueOutcome } from '../../../../src-shared/bridge/contacts'
import type { OutboxEntry } from '../../../../src-shared/bridge/outbox'
import { ProblemError, type Problem } from '../../../../src-shared/problem'
import { soon } from '../../../fixtures/soon'
import { done } from '../fixtures/answers'
import { Page } from '../fixtures/page'

let page: Page
afterEach(() => page.close())

const anna: ContactDetail = {
  id: 'c1',
  email: 'anna@example.com',
  subscribed: true,
  createdAt: 0,
  updatedAt: 0,
  data: { city: 'Kyoto', newsletter: true, plan: 'free', seats: 12, vessel: { length: 11 } },
  verdict: null,
  raw: {},
  eventCount: 0,
  syncedAt: 0,
  pending: [],
}

const id = ref('c1')
const moved = ref(0)
const closed = ref(0)
const panel = defineComponent(
  () => () =>
    h(ContactPanel, {
      id: id.value,
      onMove: (rows: number) => (moved.value += rows),
      onClose: () => (closed.value += 1),
    }),
)

/** The panel of Anna, over a service that takes every value unless `answers` says otherwise. */
async function open(answers: (value: unknown) => ValueOutcome | null = () => null): Promise<void> {
  id.value = 'c1'
  moved.value = 0
  closed.value = 0
  let now = anna
  page = await Page.open({
    root: panel,
    core: {
      contacts: {
        get: (asked) => ({ ...now, id: asked.id }),
        facets: ({ fields: [field = 'email'], limit }) => {
          expect(limit).toBeLessThanOrEqual(100)
          const values = [{ value: 'harbour-day', count: 2 }]
          return { facets: [{ field, values, moreValues: 0, moreCount: 0, without: 0 }], revision: 1 }
        },
        fields: () => ({ fields: [{ key: 'berth', types: ['number'], count: 40, distinct: 9 }] }),
        setValue: ({ key, value }) => {
          const other = answers(value)
          if (other) return other
          const data = Object.entries({ ...now.data, [key]: value }).filter(([, held]) => held !== null)
          now = { ...now, data: Object.fromEntries(data) }
          return { outcome: 'done', contact: now }
        },
      },
      outbox: { revoke: done, resolve: done },
    },
  })
  page.tell({
    topic: 'copy',
    state: { profileId: 'p1', revision: 1, contacts: 1, events: 0, deployed: false, at: 0 },
  })
  await soon(() => shown('plan'))
}

/** The button that shows a value at rest. */
function shown(key: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-key="${key}"] .shown`)
  if (!found) throw new Error(`${key} is not at rest in ${page.text()}`)
  return found
}
/** What stands in the row of a value, its parts with a space between. */
function rowText(key: string): string {
  const row = document.querySelector(`[data-key="${key}"]`)
  const texts = row ? document.createTreeWalker(row, NodeFilter.SHOW_TEXT) : null
  const found: string[] = []
  while (texts?.nextNode()) found.push((texts.currentNode.textContent ?? '').trim())
  return found.filter((text) => text !== '').join(' ')
}
const sent = () => page.asked('contacts.setValue')

async function press(key: string, more: KeyboardEventInit = {}): Promise<void> {
  const on = document.activeElement ?? document.body
  on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
  await flushPromises()
}

/** Enters a value in the place of another, and does not leave it yet. */
async function enter(key: string, text: string): Promise<void> {
  shown(key).click()
  await page.fill(`Value of ${key}`, text)
}

it('Enter saves the one key that was changed, with what stood there, and says so', async () => {
  await open()
  await enter('plan', 'team')
  await press('Enter')
  expect(sent()).toEqual([{ id: 'c1', key: 'plan', value: 'team', shown: 'free' }])
  await soon(() => expect(rowText('plan')).toBe('plan team Saved'))
  expect(document.activeElement).toBe(shown('plan'))
})

it('leaving a value saves it, and one that is as it was is not sent', async () => {
  await open()
  await enter('plan', 'team')
  shown('seats').click()
  await soon(() => expect(sent()).toHaveLength(1))
  await soon(() => page.field('Value of seats'))
  shown('city').click()
  await soon(() => page.field('Value of city'))
  expect(sent()).toHaveLength(1)
})

it('Tab saves and enters the next, Shift Tab the one before', async () => {
  await open()
  await enter('plan', 'team')
  await press('Tab')
  expect(sent()).toHaveLength(1)
  await soon(() => expect(document.activeElement).toBe(page.field('Value of seats')))
  await press('Tab', { shiftKey: true })
  await soon(() => expect(document.activeElement).toBe(page.field('Value of plan')))
})

it('Esc gives back what stood there, and the next Esc closes the panel', async () => {
  await open()
  await enter('plan', 'team')
  await press('Escape')
  await soon(() => expect(document.activeElement).toBe(shown('plan')))
  expect(rowText('plan')).toBe('plan free text')
  await press('Escape')
  expect(closed.value).toBe(1)
  expect(sent()).toEqual([])
})

it('a text that was emptied is asked about, and removed only then', async () => {
  await open()
  await enter('city', '')
  await press('Enter')
  expect(sent()).toEqual([])
  await page.press(/^Remove city$/)
  await soon(() => expect(sent()).toEqual([{ id: 'c1', key: 'city', value: null, shown: 'Kyoto' }]))
  await soon(() => expect(document.querySelector('[data-key="city"]')).toBeNull())
})

it('what is no number stays where it is entered, and can be kept as text', async () => {
  await open()
  await enter('seats', 'twelve')
  await press('Enter')
  await page.shows('Not a number')
  await page.press('Keep as text')
  await soon(() => expect(sent().at(-1)).toMatchObject({ key: 'seats', value: 'twelve' }))
})

it('what was entered of one person is there again after another one was looked at', async () => {
  await open()
  await enter('seats', 'twelve')
  await press('Enter')
  id.value = 'c2'
  await soon(() => expect(rowText('seats')).toBe('seats 12 number'))
  id.value = 'c1'
  await soon(() => expect(page.field('Value of seats').value).toBe('twelve'))
})

it('another value at the service is asked about, and written over where a person says so', async () => {
  await open((value) =>
    value === 'team' && sent().length < 2 ? { outcome: 'differs', theirs: 'pro' } : null,
  )
  await enter('plan', 'team')
  await press('Enter')
  await page.shows('Theirs: pro')
  expect(rowText('plan')).toContain('Conflict')
  await page.press('Keep mine')
  await soon(() => expect(sent().at(-1)).toEqual({ id: 'c1', key: 'plan', value: 'team', shown: 'pro' }))
})

it('a refusal stays beneath the value with its request, and can be tried again', async () => {
  const problem: Problem = {
    code: 'invalid_request',
    title: 'Refused',
    why: 'Too long.',
    action: '',
    retryable: false,
    requestId: 'req_1',
  }
  await open(() => {
    if (sent().length > 1) return null
    throw new ProblemError(problem)
  })
  await enter('plan', 'team')
  await press('Enter')
  await page.shows('req_1')
  await page.press('Try again')
  await soon(() => expect(rowText('plan')).toBe('plan team Saved'))
})

const waiting: OutboxEntry = {
  id: 7,
  kind: 'contact.update',
  state: 'queued',
  summary: 'Set plan to team',
  email: 'anna@example.com',
  contactId: 'c1',
  data: { plan: 'team' },
  queuedAt: 5,
  sentAt: null,
  attempts: 0,
  conflict: null,
  problem: null,
}

it('a change that waits stands beside what it replaces, and Ctrl Z takes it back', async () => {
  await open(() => ({ outcome: 'queued', outboxId: 7 }))
  await enter('plan', 'team')
  await press('Enter')
  page.tell({ topic: 'outbox', state: { entries: [waiting] } })
  await soon(() => expect(rowText('plan')).toBe('plan team free Waits'))
  shown('plan').focus()
  await press('z', { ctrlKey: true })
  expect(await page.asks('outbox.revoke')).toEqual({ id: 7 })
})

it('a conflict that the outbox found is answered at the value', async () => {
  await open()
  const conflict = [{ field: 'data.plan', before: 'free', theirs: 'pro', mine: 'team' }]
  page.tell({ topic: 'outbox', state: { entries: [{ ...waiting, state: 'conflict', conflict }] } })
  await page.press('Take theirs')
  expect(await page.asks('outbox.resolve')).toEqual({ id: 7, choice: 'theirs' })
})

it('Ctrl Z gives the last value back', async () => {
  await open()
  await enter('plan', 'team')
  await press('Enter')
  await soon(() => expect(rowText('plan')).toContain('Saved'))
  await press('z', { ctrlKey: true })
  await soon(() => expect(sent().at(-1)).toEqual({ id: 'c1', key: 'plan', value: 'free', shown: 'team' }))
})

it('the arrows go from value to value, J and K from person to person', async () => {
  await open()
  shown('city').focus()
  await press('ArrowDown')
  await soon(() => expect(document.activeElement).toBe(shown('newsletter')))
  await press('j')
  await press('k')
  await press('k')
  expect(moved.value).toBe(-1)
})

it('Space flips a yes, Del removes a field', async () => {
  await open()
  shown('newsletter').focus()
  await press(' ')
  await soon(() => expect(sent().at(-1)).toMatchObject({ key: 'newsletter', value: false }))
  shown('seats').focus()
  await press('Delete')
  await soon(() => expect(sent().at(-1)).toMatchObject({ key: 'seats', value: null }))
})

it('T offers the kinds that a value can be of, and says why not the others', async () => {
  await open()
  shown('plan').focus()
  await press('t')
  const kinds = await soon(() => {
    const items = [...document.querySelectorAll<HTMLButtonElement>('[role="menuitemradio"]')]
    expect(items).toHaveLength(6)
    return items
  })
  expect(
    kinds.filter((one) => one.disabled).map((one) => one.textContent?.replace(/\s+/g, ' ').trim()),
  ).toEqual(['Numbernot a number', 'Yes or nonot yes or no', 'Datenot a date'])
  await page.press(/^List/)
  await soon(() => expect(sent().at(-1)).toMatchObject({ key: 'plan', value: ['free'] }))
})

it('JSON is saved once it is JSON', async () => {
  await open()
  await enter('vessel', '{\n  "port": Ōsaka\n}')
  await page.shows('Line 2: text needs quotes')
  expect(page.button(/^Save/).disabled).toBe(true)
  await page.fill('Value of vessel', '{ "port": "Ōsaka" }')
  await press('Enter', { ctrlKey: true })
  await soon(() => expect(sent().at(-1)).toMatchObject({ key: 'vessel', value: { port: 'Ōsaka' } }))
})

it('takes an entry out of a list that is at rest, and sends the others', async () => {
  const { data } = anna
  anna.data = { ...data, tags: ['beta', 'vip'] }
  await open()
  anna.data = data
  const outs = shown('tags').querySelectorAll('.out')
  expect(outs).toHaveLength(2)
  outs[0]?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await soon(() => expect(sent()).toMatchObject([{ key: 'tags', value: ['vip'] }]))
})

it('offers entries of others for a list', async () => {
  const { data } = anna
  anna.data = { ...data, tags: ['beta'] }
  await open()
  anna.data = data
  shown('tags').click()
  await soon(() => page.field('Value of tags'))
  await page.fill('Value of tags', 'har')
  await page.shows('harbour-day')
})

it('adds a field by the key that a person chose', async () => {
  chosenKeys.value = { addField: 'q' }
  try {
    await open()
    shown('city').focus()
    await press('a')
    expect(page.text()).not.toContain('New field')
    await press('q')
    await soon(() => page.field('Key'))
  } finally {
    chosenKeys.value = {}
  }
})

it('A adds a field: keys in use are offered with their kind, reserved ones refused while they are typed', async () => {
  await open()
  shown('city').focus()
  await press('a')
  await page.fill('Key', 'email')
  await page.shows('email is reserved by the service.')
  await page.fill('Key', 'ber')
  await page.shows('40 people, number')
  page.field('Key').focus()
  await press('Enter')
  await page.fill('Value of berth', '12')
  await press('Enter')
  await soon(() => expect(sent().at(-1)).toEqual({ id: 'c1', key: 'berth', value: 12, shown: null }))
})

it('somebody whom the service does not know any more is seen, and not changed', async () => {
  await open(() => {
    throw new ProblemError({ code: 'not_found', title: 'Gone', why: '', action: '', retryable: false })
  })
  await enter('plan', 'team')
  await press('Enter')
  await page.shows('Deleted on the service.')
  shown('plan').click()
  await flushPromises()
  expect(() => page.field('Value of plan')).toThrow()
})
