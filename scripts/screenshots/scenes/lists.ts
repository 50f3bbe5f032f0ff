import { expect, type Page } from '@playwright/test'
import { rowWith } from '../../../tests/fixtures/on-catalogue'
import { row } from '../../../tests/fixtures/on-screen'
import { addCondition, conditionCount, conditionValue, newSegment } from '../../../tests/fixtures/on-segments'
import type { Scene } from '../scene'

async function openWorkflow(page: Page): Promise<void> {
  await rowWith(page, 'Workflows', 'Welcome aboard').click()
  await expect(page.getByRole('group', { name: /^Steps of / })).toBeVisible({ timeout: 60_000 })
}

/** Segments, verification, records, imports, templates, workflows. */
export const listScenes: readonly Scene[] = [
  {
    name: 'segments-list',
    route: '/segments',
    show: (page) => expect(row(page, 0, 'Segments')).toBeVisible(),
  },
  {
    name: 'segment-builder',
    route: '/segments',
    show: async (page) => {
      await newSegment(page, 'Pro in Gdańsk')
      await addCondition(page, 'Subscribed')
      await conditionValue(page).getByRole('checkbox', { name: /^Yes/ }).check()
      await page.keyboard.press('Enter')
      await page.keyboard.press('c')
      await page.getByLabel('Find a field').fill('plan')
      await page.keyboard.press('Enter')
      await conditionValue(page).getByRole('checkbox').first().check()
      await page.keyboard.press('Enter')
      await expect(conditionCount(page)).toHaveText(/\d/)
    },
  },
  {
    name: 'segment-static',
    route: '/segments',
    show: async (page, { people }) => {
      await newSegment(page, 'Regatta crew 2027')
      await page.getByRole('button', { name: 'Name people one by one' }).click()
      const [first = '', second = ''] = people
      const named = [
        'björn åkesson',
        first.toUpperCase(),
        'regatta-desk@fjordline-cargo.no',
        'crew@northquay.co.uk',
      ]
      const lines = [
        first,
        `Núria Sáez <${second}>`,
        people[2],
        named[2],
        people[3],
        named[0],
        named[1],
        named[3],
      ]
      await page.getByRole('textbox', { name: 'Addresses' }).fill([...lines, ...people.slice(4)].join('\n'))
      await expect(page.getByRole('button', { name: /^Make segment of [1-9]/ })).toBeEnabled()
    },
    after: async (page) => {
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    },
  },
  {
    name: 'verification-home',
    route: '/verification',
    show: (page) => expect(row(page, 0, 'Batches')).toBeVisible(),
  },
  {
    name: 'verification-new',
    route: '/verification/new',
    show: (page) => expect(page.getByRole('button', { name: /^Check [1-9]/ })).toBeEnabled(),
  },
  {
    name: 'verification-rules',
    route: '/verification/rules',
    show: (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
  },
  {
    name: 'verification',
    route: '/verification',
    show: async (page) => {
      await row(page, 0, 'Batches').click()
      await expect(row(page, 0, 'Addresses')).toContainText('@')
    },
  },
  {
    name: 'records',
    route: '/records',
    show: async (page) => {
      await row(page, 1, 'Records').getByRole('gridcell').nth(1).click()
      await expect(
        page.locator('.side-panel').getByRole('heading', { name: 'Record', exact: true }),
      ).toBeVisible()
      await row(page, 5, 'Records').getByRole('checkbox').click()
      await row(page, 8, 'Records').getByRole('checkbox').click()
    },
  },
  {
    name: 'import-check',
    route: '/import',
    show: async (page) => {
      await page.locator('.earlier button.line').first().click()
      await expect(row(page, 0, 'Rows of the file')).toContainText('@')
    },
  },
  {
    name: 'records-handover',
    route: '/records',
    show: async (page) => {
      await expect(row(page, 0, 'Records')).toBeVisible()
      await page.getByRole('button', { name: 'Hand to Import' }).click()
      await expect(page.getByRole('dialog').getByRole('table').first()).toBeVisible()
    },
  },
  {
    name: 'workflow',
    route: '/workflows',
    show: async (page) => {
      await openWorkflow(page)
      await row(page, 0, 'Executions').click()
      await expect(page.locator('.side-panel')).toBeVisible()
    },
  },
  {
    name: 'workflow-edit',
    route: '/workflows',
    show: async (page) => {
      await openWorkflow(page)
      await page.getByRole('button', { name: 'Edit steps' }).click()
      await page
        .getByRole('button', { name: /^Add a step after/ })
        .nth(1)
        .click()
      await page.keyboard.press('m')
      await expect(page.getByRole('textbox', { name: 'Search templates' })).toBeVisible()
    },
  },
]
