// @vitest-environment happy-dom
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { NMessageProvider } from 'naive-ui'
import { createPinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import { RouterView } from 'vue-router'
import type { BatchDetail } from '../../../../src-shared/bridge/verification'
import { batch, job } from './batch-samples'
import { exposeVerification, type Heard } from './verification-core'
import { soon } from '../../../fixtures/soon'

let heard: Heard
let wrapper: VueWrapper

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(20 * 32 + 30)
})
afterEach(() => {
  wrapper.unmount()
  vi.restoreAllMocks()
  document.body.innerHTML = ''
})

/** A page of the screen, by its address, over a core of its own. */
async function begin(
  path: string,
  wishes: { batch?: BatchDetail; refused?: readonly string[]; batches?: number } = {},
): Promise<void> {
  vi.resetModules()
  heard = exposeVerification(wishes)
  const { router } = await import('../../../../src-renderer/router')
  const Page = defineComponent({ setup: () => () => h(NMessageProvider, () => h(RouterView)) })
  await router.push(path)
  wrapper = mount(Page, { attachTo: document.body, global: { plugins: [createPinia(), router] } })
}

const asked = (name: string) => heard.filter((one) => one.name === name).map(({ input }) => input)
const buttonOf = (name: string | RegExp) => {
  const found = wrapper
    .findAll('button')
    .find((one) => (typeof name === 'string' ? one.text() === name : name.test(one.text())))
  if (!found) throw new Error(`No button ${String(name)} in ${wrapper.text()}`)
  return found
}
const press = async (name: string | RegExp) => {
  await buttonOf(name).trigger('click')
  await flushPromises()
}

describe('the results of a batch', () => {
  beforeEach(async () => {
    await begin('/verification/7', { batch: batch() })
    await soon(() => expect(wrapper.text()).toContain('mateus@gmial.com'))
  })

  it('begin with what needs a decision, and the shares make 100 %', () => {
    expect(wrapper.text()).toContain('Class is not accepts mail')
    expect(wrapper.text()).toContain('86.5 %')
    expect(wrapper.text()).not.toContain('sales@northquay.co.uk')
  })

  it('show the addresses of the class that is chosen', async () => {
    await press('Accepts mail')
    await soon(() => expect(wrapper.text()).toContain('sales@northquay.co.uk'))
  })

  it('narrow to a reason by its bar', async () => {
    await press(/^Disposable domain/)
    await soon(() =>
      expect(asked('verification.rows').at(-1)).toMatchObject({ filter: { signs: ['disposable'] } }),
    )
  })

  it('ask again only about what is unknown', async () => {
    await press('Retry 325 unknown')
    expect(asked('verification.retryUnknown')).toEqual([{ id: 7 }])
    await soon(() => expect(wrapper.text()).toContain('0 of 325 addresses asked about'))
  })

  it('show an address with what was answered over time', async () => {
    await wrapper.find('[data-position="0"]').trigger('click')
    await soon(() => expect(wrapper.find('.side-panel').text()).toContain('2 verdicts'))
    const panel = wrapper.find('.side-panel').text()
    expect(panel).toContain('Was accepts mail')
    expect(panel).toContain('ZeroBounce')
  })
})

describe('a batch before its check', () => {
  const estimate = {
    unique: 12_640,
    known: 3118,
    local: 427,
    calls: 9095,
    seconds: 1140,
    byClass: batch().byClass,
  }
  const fresh = batch({ job: null, waiting: 9095, estimate })

  it('says what it costs and is started by a person', async () => {
    await begin('/verification/7', { batch: fresh })
    await soon(() => expect(wrapper.text()).toContain('About 19 min at our share of the budget'))
    await press('Check 9,095 addresses')
    expect(asked('verification.start')).toEqual([{ id: 7 }])
    await soon(() => expect(wrapper.text()).toContain('0 of 9,095 addresses asked about'))
  })

  it('says why it was not started, and stays', async () => {
    await begin('/verification/7', { batch: fresh, refused: ['verification.start'] })
    await soon(() => expect(wrapper.text()).toContain('9,095 to ask about'))
    await press('Check 9,095 addresses')
    expect(wrapper.text()).toContain('The service does not answer.')
    expect(wrapper.text()).toContain('9,095 to ask about')
  })
})

describe('a batch that is under way', () => {
  it('shows how far it is, and offers no retry', async () => {
    const running = job({ state: 'running', done: 5457, endedAt: null, secondsLeft: 450, rate: 486 })
    await begin('/verification/7', { batch: batch({ job: running, waiting: 3638 }) })
    await soon(() => expect(wrapper.text()).toContain('5,457 of 9,095 addresses asked about'))
    expect(wrapper.text()).not.toContain('Retry')
    expect(wrapper.text()).toContain('Nobody asked yet')
  })

  it('is collected first, and asks nobody', async () => {
    const collecting = batch({ job: null, work: { what: 'collecting', done: 3000, total: 14_760 } })
    await begin('/verification/7', { batch: collecting })
    await soon(() => expect(wrapper.text()).toContain('Collecting addresses, 3,000 of 14,760'))
  })
})

describe('what cannot be read', () => {
  it('is said, with a way back', async () => {
    await begin('/verification/7', { refused: ['verification.get'] })
    await soon(() => expect(wrapper.text()).toContain('The service does not answer'))
    expect(wrapper.text()).toContain('All batches')
  })

  it('says of an empty list what a batch answers', async () => {
    await begin('/verification', { batches: 0 })
    await soon(() => expect(wrapper.text()).toContain('No batches yet'))
  })
})

describe('the rules', () => {
  beforeEach(async () => {
    await begin('/verification/rules')
    await soon(() => expect(wrapper.text()).toContain('1 rule changed'))
  })

  it('change a sign at once', async () => {
    await wrapper.find('select[aria-label="Class of Domain does not exist"]').setValue('risky')
    await soon(() => expect(asked('verdicts.setRule')).toEqual([{ sign: 'noDomain', class: 'risky' }]))
  })

  it('go back to what is usual', async () => {
    await press('As they usually are')
    await soon(() => expect(wrapper.text()).not.toContain('1 rule changed'))
  })

  it('take a domain’s class away', async () => {
    await wrapper.find('[aria-label="Take the class of fjordline-cargo.no away"]').trigger('click')
    await soon(() =>
      expect(asked('verdicts.setDomain')).toEqual([{ domain: 'fjordline-cargo.no', class: null, note: '' }]),
    )
  })

  it('save days only where they are days', async () => {
    const days = wrapper.find('[aria-label="Days that a verdict counts"]')
    await days.setValue('0')
    expect(buttonOf('Save').attributes('disabled')).toBeDefined()
    await days.setValue('45')
    await wrapper.findAll('form').at(-1)?.trigger('submit')
    await soon(() => expect(asked('verdicts.setExpiry')).toEqual([{ known: 45, unknown: 30 }]))
  })
})
