import { expect, type Locator, type Page } from '@playwright/test'
import { panel, row, screen, search, setReadOnly } from '../../../tests/fixtures/on-screen'
import { ask, somePeople } from '../sample'
import type { Part } from '../board'
import type { Scene } from '../scene'
import type { Stage } from '../stage'
import { copied, onOwnService, type OwnConsole } from './own-service'

const people = 300
/** The console of the board, whose service the states are made with; and the one who is looked at. */
let own: OwnConsole
let person = ''

const change = (id: string, body: object) =>
  fetch(`${own.service.url}/contacts/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${own.service.secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function idOf(email: string): Promise<string> {
  const found = await ask(own.service, `/contacts?search=${encodeURIComponent(email)}`)
  return /"id":"([^"]+)"/.exec(JSON.stringify(found))?.[1] ?? ''
}

/** Gives a few people what the states need. */
async function fill(service: OwnConsole['service']): Promise<void> {
  const emails = await somePeople(service)
  person = emails[2] ?? ''
  const data = {
    name: '佐藤 美咲',
    plan: 'pro',
    seats: 12,
    tags: ['beta', 'vip'],
    vessel: { length: 11.4, name: 'Kamome' },
  }
  await ask(service, '/contacts', { email: person, subscribed: true, data })
  for (const [at, tag] of ['harbour-day', 'harbour-day', 'hardship'].entries())
    await ask(service, '/contacts', {
      email: emails[at + 20],
      data: { tags: [tag], company: 'Lantern Bakery' },
    })
}

async function onPanel(stage: Stage): Promise<OwnConsole> {
  own = await onOwnService(stage, { contacts: people }, fill)
  await copied(own, people)
  return own
}

const value = (page: Page, key: string): Locator => panel(page).locator(`li[data-key="${key}"]`)
const entry = (page: Page, key: string): Locator => value(page, key).locator('[data-value]')

async function enter(page: Page, key: string, text: string): Promise<void> {
  await value(page, key).locator('.shown').click()
  await entry(page, key).fill(text)
}

const column = 1
const card = 'A value in every state'
/** What the panel leaves at the sides of its rows. */
const margin = 16
const state = (label: string, show: Part['show']): Part => ({ card, label, column, margin, show })
/** Leaves what is entered, and takes the pointer away. */
async function leave(page: Page): Promise<void> {
  await panel(page).getByRole('heading', { level: 2 }).click()
  await page.mouse.move(0, 0)
}

/** Rows of one value. */
const rows: Part[] = [
  state('At rest', async (page) => {
    const handle = panel(page).getByRole('separator', { name: 'Width of the panel' })
    for (let at = 0; at < 5; at++) await handle.press('ArrowRight')
    await panel(page)
      .getByRole('link', { name: /^Data/ })
      .or(panel(page).getByRole('button', { name: /^Data/ }))
      .first()
      .click()
    await page.mouse.move(0, 0)
    return value(page, 'plan')
  }),
  state('Pointer over it', async (page) => {
    await value(page, 'plan').hover()
    return value(page, 'plan')
  }),
  state('Keyboard on it', async (page) => {
    await page.mouse.move(0, 0)
    await page.keyboard.press('Shift')
    await value(page, 'plan').locator('.shown').focus()
    return value(page, 'plan')
  }),
  state('Editing', async (page) => {
    await page.keyboard.press('Enter')
    await entry(page, 'plan').fill('team')
    return value(page, 'plan')
  }),
  state('Saving', async (page) => {
    own.proxy.watch = (moment, { method }) =>
      moment === 'arrived' && method === 'PATCH' ? new Promise((done) => (release = done)) : undefined
    await leave(page)
    await expect(value(page, 'plan')).toContainText('Saving')
    return value(page, 'plan')
  }),
  state('Saved, for 2 s', async (page) => {
    own.proxy.watch = () => undefined
    release()
    await expect(value(page, 'plan')).toContainText('Saved')
    return value(page, 'plan')
  }),
  state('Cannot be saved', async (page) => {
    await enter(page, 'seats', 'twelve')
    await leave(page)
    await expect(value(page, 'seats')).toContainText('Keep as text')
    return value(page, 'seats')
  }),
  state('Changed on both sides', async (page) => {
    await entry(page, 'seats').press('Escape')
    await change(await idOf(person), { data: { plan: 'free' } })
    await enter(page, 'plan', 'enterprise')
    await leave(page)
    await expect(value(page, 'plan')).toContainText('Take theirs')
    return value(page, 'plan')
  }),
  state('Refused', async (page) => {
    await value(page, 'plan').getByRole('button', { name: 'Take theirs' }).click()
    own.proxy.instead = ({ method }) =>
      method === 'PATCH'
        ? {
            status: 422,
            body: {
              success: false,
              error: {
                code: 'VALIDATION_ERROR',
                message: 'Not taken',
                statusCode: 422,
                requestId: 'req_01jd4k9q',
              },
            },
          }
        : null
    await enter(page, 'plan', 'team')
    await leave(page)
    await expect(value(page, 'plan')).toContainText('As it was')
    return value(page, 'plan')
  }),
]

let release = (): void => undefined

/** What stands beneath a row, or over it. */
const more: Part[] = [
  {
    card: 'A JSON value opens under its row',
    column: 2,
    margin,
    show: async (page) => {
      own.proxy.instead = () => null
      await value(page, 'plan').getByRole('button', { name: 'As it was' }).click()
      await value(page, 'vessel').locator('.shown').click()
      await entry(page, 'vessel')
        .or(value(page, 'vessel').getByRole('textbox'))
        .first()
        .fill('{\n  "length": 11.4,\n  "name": "Kamome",\n  "port": Ōsaka\n}')
      return value(page, 'vessel')
    },
  },
  {
    card: 'A list: Enter adds, Backspace removes',
    column: 2,
    margin,
    show: async (page) => {
      await page.keyboard.press('Escape')
      await value(page, 'tags').locator('.shown').click()
      await value(page, 'tags').getByRole('combobox').fill('har')
      const offers = value(page, 'tags').getByRole('listbox')
      await expect(offers).toContainText('harbour-day')
      return [value(page, 'tags'), offers]
    },
  },
  {
    card: 'Add a field: keys in use come first',
    column: 2,
    margin,
    show: async (page) => {
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      if (!(await panel(page).isVisible())) await open(page)
      await panel(page).getByRole('button', { name: 'Add a field' }).click()
      await panel(page).getByLabel('Key', { exact: true }).fill('com')
      const offers = panel(page).getByRole('listbox')
      await expect(offers).toBeVisible()
      return [panel(page).getByRole('group', { name: 'New field' }), offers]
    },
  },
  {
    card: 'The type, and what else a field can do',
    column: 3,
    margin,
    show: async (page) => {
      await panel(page).getByLabel('Key', { exact: true }).fill('')
      await panel(page).getByLabel('Key', { exact: true }).press('Escape')
      await value(page, 'plan').locator('.shown').focus()
      await page.keyboard.press('t')
      const menu = page.getByRole('menu')
      await expect(menu).toBeVisible()
      return [value(page, 'plan'), menu]
    },
  },
]

/** The person, and what becomes of them. */
const around: Part[] = [
  {
    card: 'Subscription: never back by accident',
    column: 3,
    margin,
    show: async (page) => {
      await page.keyboard.press('Escape')
      await panel(page).getByRole('button', { name: 'Unsubscribe', exact: true }).click()
      const again = panel(page).getByRole('button', { name: 'Resubscribe…', exact: true })
      await again.click()
      const asked = page.getByRole('dialog')
      await asked.getByLabel('Reason').fill('Asked by mail, 22 Nov')
      return [panel(page).locator('.acts'), asked]
    },
  },
  {
    card: 'Subscription: never back by accident',
    column: 3,
    show: (page) => Promise.resolve(page.locator('.n-message').first()),
  },
  {
    card,
    label: 'Offline',
    column,
    margin,
    show: async (page) => {
      await page.keyboard.press('Escape')
      own.proxy.watch = () => Promise.reject(new Error('Nobody answers'))
      await page.getByRole('button', { name: 'Sync now' }).first().click()
      await expect(page.getByText(/^Offline since/)).toBeVisible({ timeout: 120_000 })
      if (!(await panel(page).isVisible())) await open(page)
      await enter(page, 'plan', 'pro')
      await leave(page)
      await expect(value(page, 'plan')).toContainText('Waits')
      return value(page, 'plan')
    },
  },
  {
    card: 'The person is gone',
    column,
    show: async (page) => {
      own.proxy.watch = () => undefined
      await page.getByRole('button', { name: 'Try now' }).click()
      await expect(page.getByText(/^Offline since/)).toBeHidden({ timeout: 60_000 })
      await expect(value(page, 'plan')).not.toContainText('Waits', { timeout: 60_000 })
      await fetch(`${own.service.url}/contacts/${await idOf(person)}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${own.service.secretKey}` },
      })
      await enter(page, 'plan', 'team')
      await leave(page)
      const told = panel(page).getByRole('status').filter({ hasText: 'Deleted on the service' })
      await expect(told).toBeVisible()
      await page.waitForLoadState('networkidle')
      return told
    },
  },
  {
    card: 'A read-only profile: copy and filter, no edit',
    column: 3,
    margin,
    show: async (page) => {
      await setReadOnly(page, true)
      await screen(page, 'Contacts').click()
      await search(page).fill('')
      await row(page, 0).getByRole('gridcell').nth(1).click()
      const plan = value(page, 'plan')
      await expect(plan).toBeVisible()
      return plan
    },
  },
]

async function open(page: Page): Promise<void> {
  await search(page).fill(person)
  await expect(row(page, 0)).toContainText(person)
  await row(page, 0).getByRole('gridcell').nth(1).click()
  await expect(panel(page)).toContainText(person)
}

/** The panel of a contact in its states. */
export const panelScenes: readonly Scene[] = [
  {
    name: 'contact-panel-states',
    on: onPanel,
    show: async (page) => {
      await screen(page, 'Contacts').click()
      await open(page)
    },
    board: {
      columns: [392, 322, 322, 322],
      parts: [
        {
          card: '',
          column: 0,
          show: async (page) => {
            await panel(page).getByText('newest first').waitFor()
            await panel(page).getByRole('navigation').getByText(/^Mail/).first().click()
            return panel(page)
          },
        },
        ...rows,
        ...more,
        ...around,
      ],
    },
  },
]
