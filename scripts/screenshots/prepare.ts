import { expect, type Page } from '@playwright/test'
import { connectRecords } from '../../tests/fixtures/on-records'
import { fillWelcome, screen } from '../../tests/fixtures/on-screen'
import type { Console, Stage } from './stage'

/** How long a first copy of the sample may take. */
const wholeCopy = { timeout: 600_000 }

/** Connects a console to the service, and has records read, a list verified and a file checked, so that every picture shows work. */
export async function prepare({ page }: Console, stage: Stage): Promise<void> {
  await fillWelcome(page, stage.service)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('link', { name: /^Contacts\s*3,000/ }).waitFor(wholeCopy)
  await connectRecords(page, stage.service, 'Wharf office')
  await verify(page, stage.people)
  await checkRows(page, stage.people)
  // A copy that is still arriving is not what a picture is to show.
  await page.getByText(/^As of/).waitFor(wholeCopy)
}

async function verify(page: Page, people: readonly string[]): Promise<void> {
  await screen(page, 'Verification').click()
  await page.getByRole('button', { name: 'New batch' }).click()
  await page.getByRole('radio', { name: 'Pasted addresses' }).check()
  const more = ['info', 'sales', 'press'].map((name) => `${name}@${people[0]?.split('@')[1]}`)
  const list = ['email', ...people, ...more, 'temp8841@mailinator.com', 'not an address']
  await page.getByRole('textbox', { name: 'Addresses' }).fill(list.join('\n'))
  await page.getByRole('button', { name: /^Check [\d,]+ addresses$/ }).click()
  await expect(page.getByText(/^Finished \d/)).toBeVisible({ timeout: 300_000 })
}

async function checkRows(page: Page, people: readonly string[]): Promise<void> {
  await screen(page, 'Import').click()
  await page.getByRole('button', { name: 'Paste rows' }).click()
  const rows = people.slice(0, 60).map((email, index) => {
    if (index % 9 === 4) return `new.${email},Nova,yes`
    if (index % 11 === 5) return `${email.replace(/@.*/, '@gmial.com')},Gia,yes`
    return index % 7 === 3 ? `${email.replace('@', ' at ')},Ida,no` : `${email},,yes`
  })
  const text = ['email,firstName,subscribed', ...rows].join('\n')
  await page.getByRole('textbox', { name: 'Rows' }).fill(text)
  await page.getByRole('button', { name: 'Read the rows' }).click()
  await page.getByRole('button', { name: 'Map columns' }).click()
  await page.getByRole('button', { name: 'Check rows' }).click()
  await page.getByRole('grid', { name: 'Rows of the file' }).waitFor({ timeout: 60_000 })
}
