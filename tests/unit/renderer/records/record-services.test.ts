// @vitest-environment happy-dom
import { mount, type VueWrapper } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createMemoryHistory, createRouter, type Router } from 'vue-router'
import type { RecordConnection } from '../../../../src-shared/bridge/records'
import RecordServices from '../../../../src-renderer/pages/settings/RecordServices.vue'
import { useLiveStore } from '../../../../src-renderer/stores/live'
import { soon } from '../../../fixtures/soon'
import { connection, refusedToken, run } from './record-samples'

const Blank = { render: () => null }
let wrapper: VueWrapper
let router: Router

beforeEach(async () => {
  router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { name: 'settings', path: '/settings', component: Blank },
      { name: 'records', path: '/records', component: Blank },
    ],
  })
  await router.push('/settings')
})
afterEach(() => wrapper.unmount())

/** Opens the section where the core told of these connections. */
function open(connections: RecordConnection[]): void {
  const pinia = createPinia()
  setActivePinia(pinia)
  useLiveStore(pinia).apply({ topic: 'records', state: { connections } })
  wrapper = mount(RecordServices, { props: { id: 'records' }, global: { plugins: [pinia, router] } })
}
const links = () => wrapper.findAll('a').map((link) => link.attributes('href'))

it('lists the record services with their address, the end of their token and how reading stands', () => {
  open([
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
  const [wharf, yard] = wrapper.findAll('li').map((row) => row.text())
  expect(wharf).toContain('Wharf office')
  expect(wharf).toContain('records.wharf.example')
  expect(wharf).toContain('Token …4f2a')
  expect(wharf).toContain('12 new, 4 changed, 1 gone')
  expect(yard).toContain('Paused at 40 of about 212.')
  expect(yard).toContain('Token …91bc missing, enter it again')
})

it('says that a token was refused', () => {
  open([connection({ blocked: refusedToken })])
  expect(wrapper.text()).toContain('The key is refused.')
})

it('leads to the records of each, and to the form that changes it', () => {
  open([connection()])
  expect(links()).toEqual(['/records?of=wharf', '/records?of=wharf&change=1'])
})

it('says that none is connected', () => {
  open([])
  expect(wrapper.text()).toContain('None is connected.')
  expect(links()).toEqual([])
})

it('stays silent until the core has told which there are', async () => {
  const pinia = createPinia()
  setActivePinia(pinia)
  wrapper = mount(RecordServices, { props: { id: 'records' }, global: { plugins: [pinia, router] } })
  await soon(() => expect(wrapper.text()).toContain('Connect a record service'))
  expect(wrapper.text()).not.toContain('None is connected.')
})
