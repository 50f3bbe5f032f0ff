import { expect, type Page } from '@playwright/test'
import { localDate } from '../../../src-shared/instants'
import { startMailServer } from '../../../tests/fixtures/mail-server'
import { call, holdBar, openCampaign, signOff, tab } from '../../../tests/fixtures/on-campaigns'
import { dialog, rowWith } from '../../../tests/fixtures/on-catalogue'
import { createDraft, soundMail } from '../../../tests/fixtures/on-review'
import { fillWelcome, panel, screen } from '../../../tests/fixtures/on-screen'
import type { RunningService } from '../../../tests/fixtures/service'
import type { Part } from '../board'
import { ask, senderZone } from '../sample'
import type { Scene } from '../scene'
import { contacts, type Console, type Stage } from '../stage'
import { copied, onOwnService } from './own-service'

/** A draft that nothing stands against. */
const sound = 'Harbour fees, December'
const held = 'Tide tables, November'
const people = 4000

/** Where people have their mail, of a hundred: two providers take nothing from this sender. */
const providers: readonly [string, number][] = [
  ['gmail.com', 32],
  ['outlook.com', 14],
  ['yahoo.co.jp', 10],
  ['orange.fr', 5],
  ['wanadoo.fr', 4],
]
const blocks = /@(orange|wanadoo)\.fr$/

/** A console on a service whose mails go to a server that refuses those to two providers. */
async function onRefusingServer(stage: Stage): Promise<Console> {
  const mail = await startMailServer({
    rcpt: (address) => (blocks.test(address) ? 550 : undefined),
    reason: '5.7.1 OFR_506 sender is blocked',
  })
  const own = await onOwnService(stage, { contacts: 20, rate: 120_000, smtp: mail.url }, async (service) => {
    stage.know(await senderZone(service))
    await writePeople(service)
    await createDraft(service, held, { subject: 'Tide tables are in your log now', body: soundMail })
  })
  await copied(own, people)
  const end = async () => {
    await own.end()
    await mail.stop()
  }
  return { ...own, end }
}

async function writePeople(service: RunningService): Promise<void> {
  for (let at = 20; at < people; at += 1) {
    let place = (at * 37) % 100
    const found = providers.find(([, share]) => (place -= share) < 0)
    const domain = found?.[0] ?? `quay${at % 300}.example`
    await ask(service, '/contacts', { email: `person${at}@${domain}`, subscribed: true })
  }
}

/** A console on the sample alone. */
async function onSample(stage: Stage): Promise<Console> {
  const shown = await stage.open()
  await fillWelcome(shown.page, stage.service)
  await shown.page.getByRole('button', { name: 'Connect', exact: true }).click()
  await copied(shown, contacts)
  return shown
}

/** The plan of the campaign that is open, as its fields begin. */
async function openPlan(page: Page, pace: 'Even slices' | 'Warm-up'): Promise<void> {
  await tab(page, 'Plan').click()
  await page.getByRole('radio', { name: pace }).click()
  await expect(page.getByRole('heading', { name: /^\d+ slices/ })).toBeVisible()
}

/** The next minute but two, as the fields of day and time have it. */
function soon(): { day: string; time: string } {
  const at = new Date(Date.now() + 120_000)
  return { day: localDate(at.getTime()), time: at.toTimeString().slice(0, 5) }
}

async function heldByTheBrake(page: Page): Promise<void> {
  await openCampaign(page, held)
  await signOff(page)
  await openPlan(page, 'Warm-up')
  await page.getByRole('textbox', { name: 'First slice', exact: true }).fill('600')
  const { day, time } = soon()
  await page.getByLabel('Day of the first slice').fill(day)
  await page.getByLabel('Time of the first slice').fill(time)
  await call(page, /^Start the plan/).click()
  await dialog(page)
    .getByRole('textbox')
    .fill(await dialog(page).locator('label strong').innerText())
  await dialog(page).getByRole('button', { name: 'Start the plan' }).click()
  await tab(page, 'After').click()
  await holdBar(page).getByRole('button', { name: 'Close' }).click({ timeout: 400_000 })
  await expect(page.getByRole('alert')).toContainText('The brake stops at 5', { timeout: 400_000 })
  await expect(page.getByRole('region', { name: 'What bounced' })).toContainText('wanadoo.fr', {
    timeout: 120_000,
  })
  await expect(page.getByText(/^Slice 1, /)).toBeVisible({ timeout: 60_000 })
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** The fields of a plan. */
const fields: Part[] = [
  {
    card: 'Even slices',
    column: 0,
    show: async (page) => {
      await openCampaign(page, sound)
      await tab(page, 'Review').click()
      await expect(page.getByText(/^\d+ rules over /)).toBeVisible({ timeout: 60_000 })
      if (await page.getByRole('button', { name: 'Sign off', exact: true }).isVisible()) await signOff(page)
      await openPlan(page, 'Even slices')
      await page.getByRole('group', { name: 'Each slice' }).getByRole('radio', { name: '%' }).click()
      return section(page, 'How it leaves')
    },
  },
  {
    card: 'One domain first',
    column: 0,
    show: async (page) => {
      await page.getByRole('radio', { name: 'One domain' }).click()
      await section(page, 'Who goes first').getByRole('checkbox').scrollIntoViewIfNeeded()
      await page.getByText(/^Others, .* wait for its slices/).scrollIntoViewIfNeeded()
      return section(page, 'Who goes first')
    },
  },
  {
    card: 'A number that does not fit',
    column: 0,
    margin: 16,
    show: async (page) => {
      await page.getByRole('radio', { name: 'people', exact: true }).click()
      await page.getByRole('textbox', { name: 'Each slice' }).fill('100')
      await expect(page.getByRole('alert')).toContainText('500 at least')
      await page.getByRole('radio', { name: 'Even slices' }).scrollIntoViewIfNeeded()
      return page.getByRole('group', { name: 'Each slice' })
    },
  },
  {
    card: 'A number that does not fit',
    column: 0,
    margin: 16,
    show: async (page) => {
      await page.getByRole('textbox', { name: 'Each slice' }).fill('500')
      await page.getByLabel('Bounced: stops at').fill('8')
      await expect(page.getByRole('alert')).toContainText('Higher than usual')
      return [section(page, 'Brake').getByRole('table'), page.getByRole('alert')]
    },
  },
  {
    card: 'At most in one slice, by domain',
    column: 1,
    show: async (page) => {
      await page.getByLabel('Bounced: stops at').fill('5')
      await page
        .getByRole('textbox', { name: /^At most in one slice, / })
        .first()
        .fill('120')
      return section(page, 'At most in one slice, by domain')
    },
  },
  {
    card: '',
    column: 1,
    show: async (page) => {
      await call(page, /^Start the plan/).click()
      await dialog(page)
        .getByRole('textbox')
        .fill(await dialog(page).locator('label strong').innerText())
      return dialog(page)
    },
  },
]

/** A step of the workflow that is open, and its panel. */
async function step(page: Page, after: number, letter: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Add a step after/ })
    .nth(after)
    .click()
  await expect(dialog(page).getByRole('button', { name: /^Mail/ })).toBeFocused()
  await page.keyboard.press(letter)
  if (letter === 'm') await page.getByRole('textbox', { name: 'Search templates' }).press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(panel(page)).toBeVisible()
}

/** The fields of steps, and what saving them does. */
const steps: Part[] = [
  {
    card: '',
    column: 2,
    show: async (page) => {
      await dialog(page).getByRole('button', { name: 'Keep as draft' }).click()
      // As high as what stands in the panels.
      await page.setViewportSize({ width: 1440, height: 540 })
      await screen(page, 'Workflows').click()
      await rowWith(page, 'Workflows', 'Welcome aboard').click()
      await page.getByRole('button', { name: 'Edit steps' }).click()
      await step(page, 1, 'e')
      return panel(page)
    },
  },
  {
    card: '',
    column: 3,
    show: async (page) => {
      await step(page, 1, 'm')
      return panel(page)
    },
  },
  {
    card: '',
    column: 3,
    show: async (page) => {
      await step(page, 1, 'd')
      return panel(page)
    },
  },
]

/** A plan that its brake holds, and the parts of plans and steps. */
export const planScenes: readonly Scene[] = [
  { name: 'campaign-ramp-held', on: onRefusingServer, show: heldByTheBrake },
  {
    name: 'plan-and-step-parts',
    on: onSample,
    show: () => Promise.resolve(),
    board: { columns: [336, 400, 320, 320], parts: [...fields, ...steps] },
  },
]
