import { expect, type Page } from '@playwright/test'
import { fact, step, toVerify } from '../../../tests/fixtures/on-import'
import { screen } from '../../../tests/fixtures/on-screen'
import type { PassedRequest } from '../../../tests/fixtures/recording-proxy'
import { somePeople } from '../sample'
import type { Scene } from '../scene'
import type { Console, Stage } from '../stage'
import { signUps } from '../workbook'
import { copied, onOwnService } from './own-service'

/** Has the page read a file. */
async function read(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await page.setInputFiles('input[aria-label="File to import"]', { name, mimeType, buffer })
  await expect(step(page, 'Read')).toBeVisible()
}

/** How many rows the import that runs has. */
const rows = 900

/** What a service says now and then: no to what a row holds, and not so fast. */
function answers() {
  let writes = 0
  return ({ method, path, body }: PassedRequest) => {
    if (method === 'GET' || path.includes('verify')) return null
    writes += 1
    const refused = (statusCode: number, field: string, message: string) => ({
      status: statusCode,
      body: {
        success: false,
        error: {
          code: 'VALIDATION_ERROR',
          message,
          statusCode,
          errors: [{ field, message, code: 'invalid' }],
        },
      },
    })
    if (writes === 290)
      return { status: 429, body: { success: false, error: { code: 'TOO_MANY', message: '' } } }
    if (body.includes('2026-13-')) return refused(422, 'birthday', 'birthday is not a date')
    return body.includes('very long')
      ? refused(413, 'notes', 'The row is larger than the service takes')
      : null
  }
}

/** Those whom that service knows. */
let known: string[] = []

/** A console on a service of its own, which refuses a few rows. */
async function onStrictService(stage: Stage): Promise<Console> {
  const own = await onOwnService(stage, { contacts: 400 }, async (service, proxy) => {
    known = await somePeople(service)
    proxy.instead = answers()
  })
  await copied(own, 400)
  return own
}

/** People who signed up at a fair, some of whom are known, some twice, some not to be written. `people`: whose domains take mail. */
function signedUp(people: readonly string[]): Buffer {
  const domains = people.map((email) => email.split('@')[1])
  const lines = Array.from({ length: rows }, (_, at) => {
    const email = at % 4 === 3 ? known[Math.floor(at / 4)] : `crew${at}@${domains[at % domains.length]}`
    if (at % 61 === 40) return `no.address.${at},Nobody,,,`
    if (at % 83 === 60) return `${known[1]},Twice,,,`
    const birthday = at % 71 === 9 ? `2026-13-0${(at % 9) + 1}` : '2026-03-14'
    const notes = at % 233 === 100 ? 'very long, 512 kB' : ''
    return `${email},Person ${at},${at % 3 === 0 ? 'team' : 'pro'},${birthday},"${notes}"`
  })
  return Buffer.from(['email,name,plan,birthday,notes', ...lines].join('\n'))
}

/** Imports: a workbook that is looked into, and a run. */
export const importScenes: readonly Scene[] = [
  {
    name: 'import-excel',
    route: '/import',
    show: async (page) => {
      const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
      await read(page, 'spring-fair-2026.xlsx', type, signUps())
      await page.getByLabel('Dates that are text').selectOption({ label: 'Day first: 3/4 is 3 April' })
      await expect(page.getByText('3/4/2026 is taken as 3 April.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Map columns' })).toBeEnabled()
      const preview = page.getByRole('group', { name: 'The first rows' })
      await preview.focus()
      for (let at = 0; at < 6; at++) await preview.press('ArrowDown')
      for (let at = 0; at < 5; at++) await preview.press('ArrowRight')
      await expect(page.getByText('comes in as empty').first()).toBeVisible()
    },
    after: (page) => page.getByRole('button', { name: 'Discard' }).click(),
  },
  {
    name: 'import-run',
    on: onStrictService,
    show: async (page, { people }) => {
      await screen(page, 'Import').click()
      await read(page, 'spring-fair-signups.csv', 'text/csv', signedUp(people))
      await toVerify(page)
      await page.getByText(/^New addresses/).click()
      await page.getByRole('button', { name: /^Verify [\d,]+ addresses$/ }).click()
      await expect(fact(page, 'Calls needed')).toHaveText('0', { timeout: 120_000 })
      await page.getByRole('button', { name: 'Continue to the run' }).click()
      await page.getByRole('button', { name: /^Write [\d,]+ rows$/ }).click()
      await expect(page.getByRole('group', { name: 'The run' }).getByText(/^6\d\s?%$/)).toBeVisible({
        timeout: 300_000,
      })
    },
  },
]
