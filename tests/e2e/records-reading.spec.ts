import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { type App, expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { dialog } from '../fixtures/on-catalogue'
import { button } from '../fixtures/on-import'
import { cameTo, beginRecords, connectRecords, readAgain, reading, reportOf } from '../fixtures/on-records'
import { count, look, screen } from '../fixtures/on-screen'
import { startRecordServer, type ListedRecord, type RecordServer } from '../fixtures/record-server'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

/** Lists that are read under difficulties: the program ends, the list shrinks, the list moves. */
const people = 20
const name = 'Wharf office'
/** So long a run may take on a crowded machine. */
const patience = { timeout: 60_000 }
let service: RunningService
let server: RecordServer

test.beforeEach(async () => {
  service = await startPrepared({ contacts: people })
})
test.afterEach(async () => {
  await server.close()
  await service.stop()
})

const berth = (number: number): ListedRecord => ({ id: `berth-${number}`, quay: `Quay ${number}` })
const berths = (total: number): ListedRecord[] => Array.from({ length: total }, (_, at) => berth(at + 1))
const act = (app: App, label: string) => reading(app.page).getByRole('button', { name: label, exact: true })

/** Starts the server with so many records, and the app on the service. */
async function begin(app: App, total: number): Promise<Page> {
  server = await startRecordServer(berths(total))
  return openConnected(app, service, people)
}

/** The copy as it is exported: a line for every record, sorted. */
async function copyOf(app: App): Promise<string[]> {
  const file = path.join(app.dataFolder, 'records.csv')
  await button(app.page, 'Export').click()
  await app.saveExport(file, () =>
    dialog(app.page)
      .getByRole('button', { name: /^Export/ })
      .click(),
  )
  // The desktop names the file before its last byte is in it.
  await expect(dialog(app.page)).toHaveCount(0)
  const [, ...lines] = (await readFile(file, 'utf8')).trim().split(/\r?\n/)
  // Without when it changed, which no list of a test says.
  return lines.map((line) => line.split(',').slice(0, 2).join(',')).sort()
}

test(
  'a run outlives a kill and, paused, a restart, and ends with every record',
  { tag: ['@desktop', '@keychain'] },
  async ({ app }) => {
    await begin(app, 1000)
    const inTheMiddle = /4\d\d of about 1,000/
    const opened = async () => {
      await app.start()
      await screen(app.page, 'Records').click()
    }

    await test.step('killed in the middle, it goes on by itself from there', async () => {
      server.hold(400)
      await beginRecords(app.page, server, name)
      await expect(reading(app.page)).toContainText(inTheMiddle)
      await look(app, 'records-reading')
      await app.kill()
      const before = server.asked.length
      await opened()
      await expect(reading(app.page)).toContainText(inTheMiddle)
      await expect.poll(() => server.asked.length, patience).toBeGreaterThan(before)
      expect(Math.min(...server.asked.slice(before))).toBeGreaterThan(300)
    })
    await test.step('paused, it stands there over a restart and asks for nothing', async () => {
      await act(app, 'Pause').click()
      await expect(reading(app.page)).toContainText(/Paused at 4\d\d of about 1,000/)
      const said = await reading(app.page).locator('p').innerText()
      const before = server.asked.length
      await app.close()
      await opened()
      await expect(reading(app.page).locator('p')).toHaveText(said)
      expect(server.asked).toHaveLength(before)
      await look(app, 'records-paused')
    })
    await test.step('it goes on, and the count is whole', async () => {
      server.release()
      await act(app, 'Resume').click()
      await expect(reading(app.page)).toContainText(cameTo({ added: '1,000' }), patience)
      await expect(count(app.page)).toHaveText('1,000')
    })
  },
)

test(
  'a list that became far shorter is asked about before anything is removed',
  { tag: '@keychain' },
  async ({ app }) => {
    const page = await begin(app, 250)
    await connectRecords(page, server, name)
    await expect(count(page)).toHaveText('250')
    server.items = server.items.slice(0, 60)
    const asks = () =>
      expect(reading(page)).toContainText('The service listed 60, the copy holds 250.', patience)

    await test.step('kept, they stay', async () => {
      await readAgain(page)
      await asks()
      await look(app, 'records-asking')
      await act(app, 'Keep them').click()
      await expect(reading(page)).toContainText(cameTo({}), patience)
      expect(await reportOf(page)).toContain('What the service did not list was kept.')
      await expect(count(page)).toHaveText('250')
    })
    await test.step('it asks again, also after a restart; removed, they are gone', async () => {
      await readAgain(page)
      await asks()
      await app.restart()
      await screen(app.page, 'Records').click()
      await act(app, 'Remove them').click()
      await expect(reading(app.page)).toContainText(cameTo({ gone: '190' }), patience)
      await expect(count(app.page)).toHaveText('60')
    })
  },
)

test('a list that moves while it is read loses nothing, and the report says how it moved', async ({
  app,
}) => {
  const page = await begin(app, 600)
  /** Changes the list once, when a page from its middle is asked for. */
  const meanwhile = (change: () => void) => {
    let isDone = false
    server.before = (skip) => {
      if (skip < 190 || isDone) return
      isDone = true
      change()
    }
  }

  await test.step('records are deleted above what was read', async () => {
    meanwhile(() => server.items.splice(0, 40))
    await connectRecords(page, server, name)
    expect(await reportOf(page)).toContain('The list got shorter while it was read')
    await look(app, 'records-drifted')
    const stayed = server.items.map(({ id, quay }) => `${id},${String(quay)}`)
    const copied = new Set(await copyOf(app))
    expect(stayed.filter((line) => !copied.has(line))).toEqual([])
  })
  await test.step('records come in above what was read', async () => {
    meanwhile(() => server.items.unshift(...Array.from({ length: 30 }, (_, at) => berth(1000 + at))))
    await readAgain(page)
    await expect(reading(page)).toContainText(cameTo({ added: '30', gone: '40' }), patience)
    expect(await reportOf(page)).toMatch(/\d+ records came again, because newer ones came in before them/)
  })
  await test.step('after a quiet run the copy is the list', async () => {
    await readAgain(page)
    await expect(reading(page)).toContainText(cameTo({}), patience)
    expect(await reportOf(page)).not.toContain('The list got shorter')
    await expect(count(page)).toHaveText('590')
    expect(await copyOf(app)).toEqual(server.items.map(({ id, quay }) => `${id},${String(quay)}`).sort())
  })
})
