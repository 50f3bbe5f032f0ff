import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { createDraft, openReview, side, soundMail } from '../../../tests/fixtures/on-review'
import { fillWelcome, screen } from '../../../tests/fixtures/on-screen'
import { confirm, part, share, sign } from '../../../tests/fixtures/on-team'
import { startService, type RunningService } from '../../../tests/fixtures/service'
import { senderZone, somePeople, zoneOf } from '../sample'
import type { Scene } from '../scene'
import type { Console, Stage } from '../stage'
import { copied } from './own-service'

const campaign = 'Tide tables, November'

/** Few enough that three consoles have copied them in seconds. */
const contacts = 400

/** A service of these people alone, whose names resolve, with a draft that has a warning and no error: it can be signed. */
async function ofTeam(stage: Stage): Promise<RunningService> {
  const service = await startService({ dns: stage.dns, contacts, rate: 120_000 })
  const people = await somePeople(service)
  stage.know({ ...zoneOf(people), ...(await senderZone(service)) })
  await createDraft(service, campaign, { subject: 'Tide tables are in your log now', body: soundMail })
  return service
}

async function connected(stage: Stage, service: RunningService): Promise<Console> {
  const shown = await stage.open()
  await fillWelcome(shown.page, service)
  await shown.page.getByRole('button', { name: 'Connect', exact: true }).click()
  await copied(shown, contacts)
  return shown
}

/** Two consoles on one folder: Karel has signed the campaign, and Wiebke, whose page is shown, has not. */
async function twoPeople(stage: Stage): Promise<Console> {
  const folder = await mkdtemp(path.join(tmpdir(), 'postroom-team-'))
  const service = await ofTeam(stage)
  const [wiebke, karel, sanna] = [
    await connected(stage, service),
    await connected(stage, service),
    await connected(stage, service),
  ]
  await share(wiebke.page, folder, 'Wiebke Harms')
  await part(wiebke.page).getByRole('textbox', { name: 'Number of people' }).fill('0')
  await part(wiebke.page).getByRole('button', { name: 'Change the rule' }).click()
  await expect(part(wiebke.page).getByRole('button', { name: 'Change the rule' })).toBeHidden()
  await share(karel.page, folder, 'Karel Dvořák')
  await confirm(wiebke.page, 'Karel Dvořák')
  await confirm(karel.page, 'Wiebke Harms')
  await part(karel.page).getByRole('button', { name: 'Agree' }).click()
  await expect(part(karel.page).getByRole('textbox', { name: 'Number of people' })).toHaveValue('0')
  await share(sanna.page, folder, 'Sanna Lindqvist')
  await openReview(karel.page, campaign)
  await keepFirst(karel.page, 'Four in five of them opened it, and they asked for tides. I keep them.')
  await sign(karel.page)
  const end = async () => {
    for (const one of [wiebke, karel, sanna]) await one.end()
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { ...wiebke, end }
}

/** Writes about the first warning, and keeps it. */
async function keepFirst(page: Page, words: string): Promise<void> {
  await page.locator('.warning [data-check]').first().click()
  await page.getByRole('textbox', { name: 'A note for the others' }).fill(words)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Keep', exact: true }).click()
  await expect(page.getByText('Kept by you')).toBeVisible()
}

/** What several people do, and what mail programs make of a mail. */
export const teamScenes: readonly Scene[] = [
  {
    name: 'review-clients',
    route: '/campaigns',
    show: async (page) => {
      await openReview(page, campaign)
      await page.getByRole('button', { name: /^No rounded/ }).click()
      await page.getByRole('button', { name: 'Dark', exact: true }).click()
      await page.getByRole('combobox', { name: 'Mail program' }).selectOption('In Outlook on Windows')
      await expect(page.getByText('Where your people read')).toBeVisible()
      await expect(page.getByText('Dark, colours turned round')).toBeVisible()
    },
  },
  {
    name: 'team-folder',
    on: twoPeople,
    show: async (page) => {
      await screen(page, 'Settings').click()
      const row = part(page).getByRole('row', { name: /^Sanna/ })
      await row.getByRole('button', { name: 'Compare' }).click({ timeout: 30_000 })
      await expect(part(page).getByRole('row', { name: /^Sign-offs 1/ })).toBeVisible({ timeout: 30_000 })
      await page.getByRole('button', { name: 'Shared folder', exact: true }).click()
    },
  },
  {
    name: 'sign-off-two',
    on: twoPeople,
    show: async (page) => {
      await openReview(page, campaign)
      await page.locator('.warning [data-check]').first().click()
      await expect(page.getByText('Kept by Karel')).toBeVisible({ timeout: 30_000 })
      await expect(side(page).getByText('1 of 2')).toBeVisible({ timeout: 60_000 })
    },
  },
]
