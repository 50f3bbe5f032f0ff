// @vitest-environment happy-dom
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { NMessageProvider } from 'naive-ui'
import { createPinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import { RouterView } from 'vue-router'
import { exposeSend, mailTo, type Heard, type SendWishes } from './send-core'
import { soon } from '../../../fixtures/soon'

let heard: Heard
let wrapper: VueWrapper

/** An own text that can be sent as it is. */
const draft = {
  to: 'ann@x.example',
  way: 'own',
  templateId: '',
  subject: 'Your papers',
  body: '<p>Hello {{firstName}}</p>',
  from: 'notes@harbour.example',
  fromName: '',
  replyTo: '',
  values: { firstName: 'Ann' },
  keepValues: false,
  subscribed: 'keep',
}
const unknown = { state: 'unknown' } as const

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(20 * 32 + 30)
})
afterEach(() => {
  wrapper.unmount()
  vi.restoreAllMocks()
  document.body.innerHTML = ''
})

async function begin(wishes: SendWishes = {}): Promise<void> {
  vi.resetModules()
  heard = exposeSend(wishes)
  const { router } = await import('../../../../src-renderer/router')
  const Page = defineComponent({ setup: () => () => h(NMessageProvider, () => h(RouterView)) })
  await router.push('/send')
  wrapper = mount(Page, { attachTo: document.body, global: { plugins: [createPinia(), router] } })
}

const asked = (name: string) => heard.filter((one) => one.name === name).map(({ input }) => input)
const text = () => document.body.textContent.replace(/\s+/g, ' ')

function buttonOf(name: string): HTMLButtonElement {
  const found = [...document.body.querySelectorAll('button')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent.trim()) === name,
  )
  if (!found) throw new Error(`No button ${name} in ${text()}`)
  return found
}
async function press(name: string): Promise<void> {
  buttonOf(name).click()
  await flushPromises()
}

describe('a mail that is written', () => {
  it('is shown with the values that it is given', async () => {
    await begin({ draft })
    await soon(() =>
      expect(asked('review.render').at(-1)).toMatchObject({
        mail: { subject: 'Your papers' },
        as: { kind: 'values', email: 'ann@x.example', data: { firstName: 'Ann' } },
      }),
    )
  })

  it('to one is sent at the press of a button, and its draft is gone', async () => {
    await begin({ draft })
    await soon(() => expect(buttonOf('Send…').disabled).toBe(false))
    await press('Send…')
    await soon(() => expect(text()).toContain('A mail that has left cannot be called back.'))
    await press('Send it')
    await soon(() => expect(text()).toContain('The service took the mail.'))
    expect(asked('send.send')).toMatchObject([
      { to: ['ann@x.example'], data: { firstName: { value: 'Ann', persistent: false } } },
    ])
    await soon(() => expect(asked('drafts.remove')).toHaveLength(1))
  })

  it('to several waits for their number to be typed', async () => {
    await begin({ draft: { ...draft, to: 'ann@x.example bob@x.example' } })
    await soon(() => expect(buttonOf('Send to 2…').disabled).toBe(false))
    await press('Send to 2…')
    await soon(() => expect(buttonOf('Send to 2').disabled).toBe(true))
    expect(asked('send.send')).toEqual([])
    const typed = document.querySelector<HTMLInputElement>('[role=dialog] input')
    if (!typed) throw new Error('Nothing can be typed')
    typed.value = '2'
    typed.dispatchEvent(new Event('input', { bubbles: true }))
    await soon(() => expect(buttonOf('Send to 2').disabled).toBe(false))
    await press('Send to 2')
    await soon(() => expect(text()).toContain('The service took all 2 mails.'))
    await soon(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  })

  it('stays as it was written where nobody got it', async () => {
    const problem = {
      code: 'invalid_request',
      title: 'The service refused the data',
      why: 'The sender is not verified.',
      action: 'Correct it.',
      retryable: false,
    } as const
    await begin({ draft, outcome: () => ({ state: 'refused', problem }) })
    await soon(() => expect(buttonOf('Send…').disabled).toBe(false))
    await press('Send…')
    await soon(() => buttonOf('Send it'))
    await press('Send it')
    await soon(() => expect(text()).toContain('The service took 0 of 1 mail.'))
    expect(text()).toContain('The sender is not verified.')
    await press('Write another')
    await soon(() => expect(wrapper.find('textarea').element.value).toBe('ann@x.example'))
    expect(asked('drafts.remove')).toEqual([])
  })

  it('that cannot leave at all is refused in the dialog', async () => {
    const refusal = {
      code: 'offline',
      title: 'You are offline',
      why: 'Nothing was sent.',
      action: 'Try again.',
      retryable: true,
    } as const
    await begin({ draft, refusal })
    await soon(() => expect(buttonOf('Send…').disabled).toBe(false))
    await press('Send…')
    await soon(() => buttonOf('Send it'))
    await press('Send it')
    await soon(() =>
      expect(document.querySelector('[role=dialog]')?.textContent).toContain('Nothing was sent.'),
    )
  })
})

describe('a mail of which nobody knows what became', () => {
  beforeEach(async () => {
    await begin({ sent: [mailTo(7, 'eve@x.example', unknown), mailTo(6, 'bob@x.example')] })
    await soon(() => buttonOf('Sent'))
    await press('Sent')
    await soon(() => expect(text()).toContain('Outcome unknown'))
    document.querySelector<HTMLElement>('[data-position="0"]')?.click()
    await soon(() => expect(text()).toContain('No answer came. It may have been sent.'))
  })

  it.each([
    ['Ask again', 'ask', 'Taken'],
    ['It arrived', 'sent', 'Taken'],
    ['It did not', 'notSent', 'Not sent'],
  ])('is settled by “%s”', async (button, how, word) => {
    await press(button)
    await soon(() => expect(text()).not.toContain('Outcome unknown'))
    expect(asked('send.settle')).toEqual([{ id: 7, how }])
    expect(document.querySelector('.side-panel')?.textContent).toContain(word)
  })
})
