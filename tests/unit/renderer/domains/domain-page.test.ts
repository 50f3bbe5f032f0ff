// @vitest-environment happy-dom
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { NMessageProvider } from 'naive-ui'
import { createPinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import { RouterView } from 'vue-router'
import { whatNext } from '../../../../src-renderer/pages/domains/domain-words'
import { domain, exposeCore, type CoreWishes, type Heard } from '../workflows/workflow-core'
import { soon } from '../../../fixtures/soon'

let heard: Heard
let wrapper: VueWrapper | null = null

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(20 * 32 + 30)
})
afterEach(() => {
  wrapper?.unmount()
  wrapper = null
  vi.restoreAllMocks()
  document.body.innerHTML = ''
})

async function begin(path: string, wishes: CoreWishes = {}): Promise<void> {
  vi.resetModules()
  heard = exposeCore(wishes)
  const { router } = await import('../../../../src-renderer/router')
  const Page = defineComponent({ setup: () => () => h(NMessageProvider, () => h(RouterView)) })
  await router.push(path)
  wrapper = mount(Page, { attachTo: document.body, global: { plugins: [createPinia(), router] } })
}

/** Pages are loaded when they are opened: on a busy machine that takes more than the usual second. */
const shows = (text: string) => soon(() => expect(document.body.textContent).toContain(text))
const asked = (name: string) => heard.filter((one) => one.name === name).map(({ input }) => input)
const named = (label: string) =>
  document.body.querySelector<HTMLButtonElement>(`button[aria-label="${label}"]`)
function button(name: string): HTMLButtonElement {
  const found = [...document.body.querySelectorAll('button')].filter(
    (one) => one.textContent?.trim() === name,
  )
  const last = found.at(-1)
  if (!last) throw new Error(`No button ${name}`)
  return last
}

describe('an open domain', () => {
  it('asks DNS at once, and shows each record with its state and what stands there instead', async () => {
    await begin('/domains?open=dom_1')
    await shows('Another value')
    expect(asked('domains.check')).toEqual([{ id: 'dom_1' }])
    const records = [...document.body.querySelectorAll('.record')].map((one) => one.textContent ?? '')
    expect(records).toHaveLength(3)
    expect(records[1]).toContain('Missing')
    expect(records[2]).toContain('v=spf1 mx -all')
    expect(document.body.textContent).toContain('DNS asked now')
  })

  it('is asked about again on request', async () => {
    await begin('/domains?open=dom_1')
    await shows('Another value')
    named('Check again')?.click()
    await soon(() => expect(asked('domains.check')).toHaveLength(2))
  })

  it('keeps its records and says why where it cannot be checked', async () => {
    await begin('/domains?open=dom_1', { refused: ['domains.check'] })
    await shows('Somebody else changed it meanwhile')
    expect(document.body.querySelectorAll('.record')).toHaveLength(3)
  })

  it('names the campaigns that need it before it is removed, once its name is typed', async () => {
    const usedBy = [{ kind: 'campaign' as const, id: 'cmp_1', name: 'Spring', state: 'DRAFT' }]
    await begin('/domains?open=dom_1', { domain: domain({ usedBy }) })
    await shows('Another value')
    named('Remove the domain')?.click()
    await shows('1 campaign would have no sender that may send')
    expect(button('Remove').disabled).toBe(true)
    const field = document.body.querySelector<HTMLInputElement>('[role="dialog"] input')
    if (!field) throw new Error('Nothing to type in')
    field.value = 'x.example'
    field.dispatchEvent(new Event('input'))
    await flushPromises()
    button('Remove').click()
    await soon(() => expect(asked('domains.remove')).toEqual([{ id: 'dom_1', domain: 'x.example' }]))
    await soon(() => expect(document.body.querySelector('.side-panel')).toBeNull())
  })
})

describe('the list of domains', () => {
  it('that was never copied says so', async () => {
    await begin('/domains', { empty: true })
    await shows('Domains were not copied yet')
  })

  it('opens what was added', async () => {
    await begin('/domains')
    await shows('x.example')
    button('Add a domain').click()
    await shows('The service makes keys for it')
    const field = document.body.querySelector<HTMLInputElement>('[role="dialog"] input')
    if (!field) throw new Error('Nothing to type in')
    field.value = 'mail.x.example'
    field.dispatchEvent(new Event('input'))
    await flushPromises()
    button('Add the domain').click()
    await soon(() => expect(asked('domains.add')).toEqual([{ domain: 'mail.x.example' }]))
    await soon(() => expect(location.hash).toContain('open=dom_1'))
  })
})

describe('what comes next', () => {
  const records = domain().records
  const published = records.map((record) => ({ ...record, state: 'published' as const }))

  it.each([
    [false, records, 'Nothing can be sent from it yet.'],
    [false, published, 'The keys are in DNS.'],
    [true, published, 'Mail may be sent from its addresses'],
    [true, records, 'its keys are not all in DNS'],
    [true, [], 'Mail may be sent from its addresses'],
  ])('follows from verified %s and the records', (verified, found, words) => {
    expect(whatNext(verified, found)).toContain(words)
  })
})
