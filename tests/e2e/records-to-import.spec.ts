import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import type { DnsServer } from '../fixtures/dns-server'
import { dialog } from '../fixtures/on-catalogue'
import { button, fact, figure, step } from '../fixtures/on-import'
import { cameTo, connectRecords, readAgain, reading } from '../fixtures/on-records'
import { contactsOf, count, grid, look, screen, search } from '../fixtures/on-screen'
import { startLampRoom } from '../fixtures/on-verification'
import { startRecordServer, type RecordServer } from '../fixtures/record-server'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

/** Records become people: through Import to the end, again with what changed, and taken back. */
const people = 20
const keepers = 6
let dns: DnsServer
let service: RunningService
let server: RecordServer

test.beforeEach(async () => {
  dns = await startLampRoom()
  service = await startPrepared({ contacts: people, dialect: 'deployed', dns: dns.address })
  server = await startRecordServer([
    ...Array.from({ length: keepers }, (_, at) => ({
      id: `keeper-${at}`,
      mail: `person${at}@lamp-room.example`,
      lamp: `Lamp ${at}`,
    })),
    { id: 'keeper-away', mail: null, lamp: 'Lamp of nobody' },
  ])
})
test.afterEach(async () => {
  await server.close()
  await service.stop()
  await dns.stop()
})

/** What the service holds of the keepers: their lamps by address, sorted. */
async function lamps(): Promise<string[]> {
  const found = (await contactsOf(service)).filter(({ email }) => email.endsWith('@lamp-room.example'))
  return found.map(({ email, data }) => `${email} ${String(data.lamp)}`).sort()
}
const lampsOf = (last = `Lamp ${keepers - 1}`): string[] =>
  Array.from(
    { length: keepers },
    (_, at) => `person${at}@lamp-room.example ${at < keepers - 1 ? `Lamp ${at}` : last}`,
  )

/** Hands so many records over, and goes on from where their rows are checked to where they are verified. */
async function handOver(page: Page, rows: number): Promise<void> {
  await dialog(page)
    .getByRole('button', { name: `Hand over ${rows}`, exact: true })
    .click()
  await expect(step(page, 'Check')).toBeVisible()
  await button(page, 'Verify addresses').click()
  await expect(step(page, 'Verify')).toBeVisible()
}

/** Runs the import, and goes to what it wrote. */
async function write(page: Page, rows: RegExp): Promise<void> {
  await button(page, 'Continue to the run').click()
  await button(page, rows).click()
  await button(page, 'See what was written').click({ timeout: 60_000 })
  await expect(step(page, 'After')).toBeVisible()
}

test('records become people, what changed goes over alone, and an import of them is taken back', async ({
  app,
}) => {
  const page = await openConnected(app, service, people)
  await connectRecords(page, server, 'Keepers')

  await test.step('handed over, mapped, checked and verified', async () => {
    await button(page, 'Hand to Import').click()
    await expect(dialog(page).getByLabel('Address field')).toHaveValue('data.mail')
    await handOver(page, keepers)
    await page.getByText(/^New addresses/).click()
    await button(page, new RegExp(`^Verify ${keepers} addresses$`)).click()
    await expect(fact(page, 'Calls needed')).toHaveText('0', { timeout: 60_000 })
    await expect(page.getByRole('row', { name: /^Accepts mail/ })).toContainText(String(keepers))
  })
  await test.step('written, they stand in Contacts', async () => {
    await write(page, new RegExp(`^Write ${keepers} rows$`))
    await expect(figure(page, 'Created')).toHaveText(String(keepers))
    expect(await lamps()).toEqual(lampsOf())
    await screen(page, 'Contacts').click()
    await search(page).fill('person3@lamp-room.example')
    await expect(grid(page)).toContainText('person3@lamp-room.example')
    await expect(count(page)).toHaveText(`1 of ${people + keepers}`)
  })
  await test.step('one record changes at the service, and exactly it goes over the next time', async () => {
    const last = server.items[keepers - 1]
    if (!last) throw new Error('There is no last keeper')
    server.items[keepers - 1] = { ...last, lamp: 'Another lamp' }
    await screen(page, 'Records').click()
    await readAgain(page)
    await expect(reading(page)).toContainText(cameTo({ changed: '1' }), { timeout: 60_000 })
    await button(page, 'Hand to Import').click()
    await expect(dialog(page).getByRole('radio', { name: /^New or changed since / })).toBeChecked()
    await look(app, 'records-hand-over-changed')
    await handOver(page, 1)
    await write(page, /^Write 1 row$/)
    await expect(figure(page, 'Changed')).toHaveText('1')
    expect(await lamps()).toEqual(lampsOf('Another lamp'))
  })
  await test.step('and is taken back, as of any import', async () => {
    await button(page, 'Undo the import').click()
    await dialog(page).getByRole('button', { name: 'Take back 1 row' }).click()
    await expect(page.getByRole('heading', { name: 'Taken back' })).toBeVisible({ timeout: 60_000 })
    expect(await lamps()).toEqual(lampsOf())
  })
})
