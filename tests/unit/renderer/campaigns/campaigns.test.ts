// @vitest-environment happy-dom
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { NMessageProvider } from 'naive-ui'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import { RouterView, type Router } from 'vue-router'
import type { CampaignRow } from '../../../../src-shared/bridge/campaigns'
import type { ReviewState } from '../../../../src-shared/bridge/review'
import {
  conflict,
  exposeCampaigns,
  hold,
  refusal,
  results,
  type CampaignWishes,
  type Heard,
} from './campaign-core'
import { campaign, mail, then, unsigned } from './review-samples'
import { soon } from '../../../fixtures/soon'

let heard: Heard
let wrapper: VueWrapper | undefined
let router: Router

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(20 * 32 + 30)
})
afterEach(() => {
  wrapper?.unmount()
  vi.restoreAllMocks()
  document.body.innerHTML = ''
})

/** A page of campaigns with the bar of held sendings beneath, over a core of its own. */
async function begin(path: string, wishes: CampaignWishes = {}): Promise<void> {
  vi.resetModules()
  heard = exposeCampaigns(wishes)
  const pinia = createPinia()
  setActivePinia(pinia)
  ;({ router } = await import('../../../../src-renderer/router'))
  const { default: HoldBars } = await import('../../../../src-renderer/components/hold/HoldBars.vue')
  const { useLiveStore } = await import('../../../../src-renderer/stores/live')
  const Page = defineComponent({
    setup: () => () => h(NMessageProvider, () => [h(RouterView), h(HoldBars)]),
  })
  useLiveStore(pinia).apply({ topic: 'holds', state: { holds: [...(wishes.holds ?? [])] } })
  await router.push(path)
  wrapper = mount(Page, { attachTo: document.body, global: { plugins: [pinia, router] } })
}

const text = () => (document.body.textContent ?? '').replace(/\s+/g, ' ')
const asked = (name: string) => heard.filter((one) => one.name === name).map(({ input }) => input)
const button = (name: string | RegExp): HTMLButtonElement => {
  const found = [...document.body.querySelectorAll('button')].find((one) => {
    const own = one.getAttribute('aria-label') ?? one.textContent.trim()
    return typeof name === 'string' ? own === name : name.test(own)
  })
  if (!found) throw new Error(`No button ${String(name)} in ${text()}`)
  return found
}
const press = async (name: string | RegExp) => {
  button(name).click()
  await flushPromises()
}
const fill = async (label: string, value: string) => {
  const field = document.body.querySelector<HTMLInputElement>(`[aria-label="${label}"]`)
  if (!field) throw new Error(`No field ${label}`)
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await flushPromises()
}
const row = (changes: Partial<CampaignRow>): CampaignRow => ({ ...campaign(), ...changes })
const signed: ReviewState = {
  ...unsigned,
  signOff: { at: then, hash: 'h', warnings: 4, holds: true },
  last: { at: then, people: 40_112, findings: 4 },
}

describe('the list of campaigns', () => {
  const rows = [
    row({ id: 'a', name: 'Tide tables' }),
    row({
      id: 'b',
      name: 'Winter berths',
      status: 'SENT',
      sentAt: then,
      recipients: 200,
      delivered: 100,
      opened: 43,
    }),
  ]

  it('says how each stands and what became of it', async () => {
    await begin('/campaigns', { rows })
    await soon(() => expect(text()).toContain('Winter berths'))
    expect(text()).toContain('Draft')
    expect(text()).toContain('43.0 %')
  })

  it('narrows to a status', async () => {
    await begin('/campaigns', { rows })
    await soon(() => expect(text()).toContain('Winter berths'))
    const select = document.body.querySelector<HTMLSelectElement>('select[aria-label="Status"]')
    if (!select) throw new Error('No choice of a status')
    select.value = 'SENT'
    select.dispatchEvent(new Event('change'))
    await soon(() => expect(asked('campaigns.page').at(-1)).toMatchObject({ query: { kinds: ['SENT'] } }))
    await soon(() => expect(text()).not.toContain('Tide tables'))
  })

  it('writes the figures of what is shown to a file', async () => {
    await begin('/campaigns', { rows })
    await soon(() => expect(text()).toContain('Winter berths'))
    await press('Export the figures')
    await press('JSON')
    await soon(() => expect(asked('campaigns.export')).toEqual([{ ids: ['a', 'b'], format: 'json' }]))
    await soon(() => expect(text()).toContain('Saved as /tmp/campaigns.json.'))
  })

  it('says what a campaign is where there is none', async () => {
    await begin('/campaigns', { rows: [] })
    await soon(() => expect(text()).toContain('No campaigns yet'))
  })

  it('says why it cannot be read, and that it can be tried again', async () => {
    await begin('/campaigns', { refused: { 'campaigns.page': refusal } })
    await soon(() => expect(text()).toContain('The service does not answer'))
    expect(button('Try again')).toBeDefined()
  })
})

describe('what is written of a campaign', () => {
  it('is kept as a draft of what was changed, and nothing else', async () => {
    await begin('/campaigns/tides/content')
    await soon(() => expect(document.body.querySelector('[aria-label="Subject"]')).not.toBeNull())
    await fill('Subject', 'Tides, at last')
    expect(text()).toContain('Not saved')
    await soon(() =>
      expect(asked('drafts.put')).toEqual([
        {
          kind: 'campaign',
          of: 'tides',
          content: { basis: campaign().basis, changes: { mail: { subject: 'Tides, at last' } } },
        },
      ]),
    )
  })

  it('is taken up again after a restart', async () => {
    const content = { basis: campaign().basis, changes: { mail: { subject: 'Written before' } } }
    await begin('/campaigns/tides/content', { draft: { content, at: then } })
    await soon(() =>
      expect(document.body.querySelector<HTMLInputElement>('[aria-label="Subject"]')?.value).toBe(
        'Written before',
      ),
    )
    expect(text()).toContain('Not saved. This was written until')
  })

  it('is saved from what it began with, and its draft is let go', async () => {
    await begin('/campaigns/tides/content')
    await soon(() => expect(document.body.querySelector('[aria-label="Subject"]')).not.toBeNull())
    await fill('Subject', 'Tides, at last')
    await press('Save')
    await soon(() =>
      expect(asked('campaigns.update')).toEqual([
        { id: 'tides', changes: { mail: { ...mail, subject: 'Tides, at last' } }, basis: campaign().basis },
      ]),
    )
    await soon(() => expect(text()).not.toContain('Not saved'))
  })

  it('shows mine beside theirs where another person saved first', async () => {
    const theirs = campaign({ basis: 'theirs', mail: { ...mail, subject: 'Theirs', fromName: 'The crew' } })
    await begin('/campaigns/tides/content', { theirs, refused: { 'campaigns.update': conflict } })
    await soon(() => expect(document.body.querySelector('[aria-label="Subject"]')).not.toBeNull())
    await fill('Subject', 'Mine')
    await press('Save')
    const cells = () =>
      [...document.body.querySelectorAll('[role="dialog"] pre')].map((one) => one.textContent)
    await soon(() => expect(cells()).toEqual(['Mine', 'Theirs', 'Harbour Notes', 'The crew']))
    await press('Save mine')
    // Only what I changed goes over theirs.
    await soon(() =>
      expect(asked('campaigns.update').at(-1)).toMatchObject({
        changes: { mail: { subject: 'Mine', fromName: 'The crew' } },
        basis: 'theirs',
      }),
    )
  })

  it('is led to by the place of an address', async () => {
    await begin('/campaigns/tides/content?part=fromName&line=1&column=1')
    await soon(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Sender’s name'))
    await router.push('/campaigns/tides/content?part=body&line=1&column=4')
    await soon(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('HTML of the mail'))
  })

  it('cannot be changed once it was sent', async () => {
    await begin('/campaigns/tides/content', { campaign: campaign({ status: 'SENT' }) })
    await soon(() => expect(document.body.querySelector('fieldset')?.disabled).toBe(true))
  })
})

describe('the audience of a campaign', () => {
  it('is listed by the copy, with what the copy cannot tell', async () => {
    await begin('/campaigns/tides/audience')
    await soon(() => expect(text()).toContain('40,813 people'))
    expect(text()).toContain('3 members are not among the copied contacts.')
    expect(asked('segments.members')).toEqual([{ id: 'active' }])
  })

  it('is everyone as soon as that is chosen, and is not saved by itself', async () => {
    await begin('/campaigns/tides/audience')
    await soon(() => expect(text()).toContain('40,813 people'))
    document.body.querySelector<HTMLInputElement>('input[value="all"]')?.click()
    await soon(() => expect(text()).toContain('52,418 people'))
    expect(text()).toContain('Not saved')
    expect(asked('campaigns.update')).toEqual([])
  })
})

/** Types how many people get it into the open confirmation. */
async function typeNumber(typed: string): Promise<void> {
  const field = document.body.querySelector<HTMLInputElement>('[role="dialog"] input')
  if (!field) throw new Error('Nothing to type in')
  field.value = typed
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await flushPromises()
}

describe('what can be done to a campaign', () => {
  it('is no sending before it is signed off', async () => {
    await begin('/campaigns/tides/content')
    await soon(() => expect(button('Send to 40,112…').disabled).toBe(true))
    expect(button('Send a test').disabled).toBe(false)
  })

  it('asks for the number of people, and holds the sending', async () => {
    await begin('/campaigns/tides/content', { state: signed })
    await soon(() => expect(button('Send to 40,112…').disabled).toBe(false))
    await press('Send to 40,112…')
    await soon(() => expect(text()).toContain('Send to 40,112 people?'))
    expect(button('Send to 40,112').disabled).toBe(true)
    await typeNumber('40,112')
    await soon(() => expect(button('Send to 40,112').disabled).toBe(false))
    document.body.querySelector<HTMLFormElement>('[role="dialog"] form')?.requestSubmit()
    await soon(() =>
      expect(asked('campaigns.hold')).toEqual([
        { id: 'tides', scheduledFor: null, people: 40_112, typed: '40112' },
      ]),
    )
  })

  it('is not confirmed before it is counted who gets it', async () => {
    await begin('/campaigns/tides/content', { state: signed, reviews: () => [] })
    await soon(() => expect(button('Send to 40,112…').disabled).toBe(false))
    await press('Send to 40,112…')
    await soon(() => expect(text()).toContain('Being counted'))
    await typeNumber('40,112')
    await soon(() => expect(document.body.querySelector('[aria-label="The number is right"]')).not.toBeNull())
    expect(button('Send to 40,112').disabled).toBe(true)
    document.body.querySelector<HTMLFormElement>('[role="dialog"] form')?.requestSubmit()
    await flushPromises()
    expect(asked('campaigns.hold')).toEqual([])
  })

  it('is not offered while its sending is held', async () => {
    await begin('/campaigns/tides/content', { state: signed, holds: [hold()] })
    await soon(() => expect(button('Send to 40,112…').disabled).toBe(true))
    expect(text()).toContain('Held')
  })

  it('says which addresses a test did not reach', async () => {
    await begin('/campaigns/tides/content')
    await soon(() => expect(button('Send a test')).toBeDefined())
    await press('Send a test')
    const field = document.body.querySelector<HTMLInputElement>('[role="dialog"] input')
    if (!field) throw new Error('Nothing to type in')
    field.value = 'a@example.com, b@example.com'
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await flushPromises()
    document.body.querySelector<HTMLFormElement>('[role="dialog"] form')?.requestSubmit()
    await soon(() => expect(text()).toContain('b@example.com The service does not answer'))
    expect(asked('campaigns.test')).toEqual([
      { id: 'tides', emails: ['a@example.com', 'b@example.com'], by: { kind: 'service' } },
    ])
  })
})

describe('what became of a campaign', () => {
  it('is its funnel, and its rates beside what is usual', async () => {
    await begin('/campaigns/tides/after', { campaign: campaign({ status: 'SENT' }) })
    await soon(() => expect(text()).toContain('Funnel'))
    expect(text()).toContain('7.0 points above')
    expect(text()).toContain('as usual')
  })

  it('says while it is being sent how much is sent, and how long it takes', async () => {
    const funnel = { ...results().funnel, sent: 400 }
    await begin('/campaigns/tides/after', {
      campaign: campaign({ status: 'SENDING' }),
      results: results({ status: 'SENDING', funnel, progress: { perSecond: 13.6, secondsLeft: 240 } }),
    })
    await soon(() => expect(text()).toContain('400 of 1,000 sent'))
    expect(text()).toContain('About 4 min')
    expect(text()).toContain('13.6 a second, 14 at most')
  })

  it('is nothing yet of a draft', async () => {
    await begin('/campaigns/tides/after', {
      results: results({ status: 'DRAFT', funnel: { ...results().funnel, recipients: 0 } }),
    })
    await soon(() => expect(text()).toContain('Nothing was sent yet'))
  })
})

describe('the bar of a confirmed sending', () => {
  it('counts down, and is undone', async () => {
    await begin('/campaigns', { holds: [hold()] })
    await soon(() => expect(text()).toContain('Held: “Tide tables, November” to 40,112 people'))
    expect(text()).toMatch(/2[01] s/)
    await press('Undo')
    expect(asked('campaigns.undo')).toEqual([{ id: 'tides' }])
  })

  it('is undone with Ctrl+Z, unless a text has the focus', async () => {
    await begin('/campaigns', { holds: [hold()] })
    await soon(() => expect(text()).toContain('Held:'))
    const field = document.createElement('input')
    document.body.append(field)
    const key = () =>
      new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true })
    field.dispatchEvent(key())
    await flushPromises()
    expect(asked('campaigns.undo')).toEqual([])
    document.body.dispatchEvent(key())
    await soon(() => expect(asked('campaigns.undo')).toEqual([{ id: 'tides' }]))
  })

  it('says what to do where nobody knows whether it was sent', async () => {
    await begin('/campaigns', { holds: [hold({ state: 'unknown' })] })
    await soon(() => expect(text()).toContain('No answer came'))
    expect(text()).toContain('It may have been sent')
    expect(text()).not.toContain('Undo')
    await press('Close')
    expect(asked('campaigns.dismiss')).toEqual([{ id: 'tides' }])
  })

  it('says why a sending was refused', async () => {
    await begin('/campaigns', { holds: [hold({ state: 'refused', problem: refusal })] })
    await soon(() => expect(text()).toContain('Not sent: “Tide tables, November”'))
    expect(text()).toContain('No connection could be made.')
  })
})
