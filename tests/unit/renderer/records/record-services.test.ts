// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { h } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { RecordConnection } from '../../../../src-shared/bridge/records'
import RecordServices from '../../../../src-renderer/features/records/connection/RecordServices.vue'
import { soon } from '../../../fixtures/soon'
import { Page } from '../fixtures/page'
import { connection, refusedToken, run } from './record-samples'

const Blank = { render: () => null }
let page: Page
afterEach(() => page.close())

/** Opens the section. `connections`: null while the core has said nothing of them. */
async function open(connections: RecordConnection[] | null): Promise<void> {
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { name: 'settings', path: '/settings', component: Blank },
      { name: 'records', path: '/records', component: Blank },
    ],
  })
  const told = connections ? [{ topic: 'records' as const, state: { connections } }] : []
  page = await Page.open({
    router,
    path: '/settings',
    root: () => h(RecordServices, { id: 'records' }),
    told,
  })
}
const links = () => page.body.findAll('a').map((link) => link.attributes('href'))

it('lists the record services with their address, the end of their token and how reading stands', async () => {
  await open([
    connection(),
    connection(
      { run: run({ state: 'paused', received: 40 }) },
      {
        id: 'yard',
        name: 'Boat yard',
        address: 'https://yard.example',
        token: { lastFour: '91bc', state: 'missing' },
      },
    ),
  ])
  const [wharf, yard] = page.body.findAll('li').map((row) => row.text())
  expect(wharf).toContain('Wharf office')
  expect(wharf).toContain('records.wharf.example')
  expect(wharf).toContain('Token …4f2a')
  expect(wharf).toContain('12 new, 4 changed, 1 gone')
  expect(yard).toContain('Paused at 40 of about 212.')
  expect(yard).toContain('Token …91bc missing, enter it again')
})

it('says that a token was refused', async () => {
  await open([connection({ blocked: refusedToken })])
  expect(page.text()).toContain('The key is refused.')
})

it('leads to the records of each, and to the form that changes it', async () => {
  await open([connection()])
  expect(links()).toEqual(['/records?of=wharf', '/records?of=wharf&change=1'])
})

it('says that none is connected', async () => {
  await open([])
  expect(page.text()).toContain('None is connected.')
  expect(links()).toEqual([])
})

it('stays silent until the core has told which there are', async () => {
  await open(null)
  await soon(() => expect(page.text()).toContain('Connect a record service'))
  expect(page.text()).not.toContain('None is connected.')
})
