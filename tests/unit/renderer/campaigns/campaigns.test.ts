import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import { RouterView } from 'vue-router'
import HoldBars from '../../../../src-renderer/shell/HoldBars.vue'
import type { CampaignPerson, CampaignRow } from '../../../../src-shared/bridge/campaigns'
import type { ReviewState } from '../../../../src-shared/bridge/review'
import { soon } from '../../../fixtures/soon'
import type { Page } from '../fixtures/page'
import { conflict, hold, openCampaigns, reach, refusal, results, type CampaignWishes } from './campaign-core'
import { campaign, mail, then, unsigned } from './review-samples'

let page: Page
afterEach(() => page.close())

/** What is shown, with the bar of held sendings beneath. */
const WithBars = defineComponent({ setup: () => () => [h(RouterView), h(HoldBars)] })

async function begin(path: string, wishes: CampaignWishes = {}): Promise<void> {
  page = await openCampaigns({ ...wishes, path, root: WithBars })
}

const row = (changes: Partial<CampaignRow>): CampaignRow => ({ ...campaign(), ...changes })
const signed: ReviewState = {
  ...unsigned,
  signOff: { at: then, hash: 'h', warnings: 4, holds: true },
  last: { at: then, people: 40_112, findings: 4, found: null },
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
    await soon(() => expect(page.text()).toContain('Winter berths'))
    expect(page.text()).toContain('Draft')
    expect(page.text()).toContain('43.0 %')
  })

  it('narrows to a status', async () => {
    await begin('/campaigns', { rows })
    await soon(() => expect(page.text()).toContain('Winter berths'))
    await page.choose('Status', 'SENT')
    await soon(() =>
      expect(page.asked('campaigns.page').at(-1)).toMatchObject({ query: { kinds: ['SENT'] } }),
    )
    await soon(() => expect(page.text()).not.toContain('Tide tables'))
  })

  it('writes the figures of what is shown to a file', async () => {
    await begin('/campaigns', { rows })
    await soon(() => expect(page.text()).toContain('Winter berths'))
    await page.press('Export the figures')
    await page.press('JSON')
    await soon(() => expect(page.asked('campaigns.export')).toEqual([{ ids: ['a', 'b'], format: 'json' }]))
    await soon(() => expect(page.text()).toContain('Saved as /tmp/campaigns.json.'))
  })

  it('says what a campaign is where there is none', async () => {
    await begin('/campaigns', { rows: [] })
    await soon(() => expect(page.text()).toContain('No campaigns yet'))
  })

  it('says why it cannot be read, and that it can be tried again', async () => {
    await begin('/campaigns', { refused: { 'campaigns.page': refusal } })
    await soon(() => expect(page.text()).toContain('The service does not answer'))
    expect(page.button('Try again')).toBeDefined()
  })
})

describe('what is written of a campaign', () => {
  it('is kept as a draft of what was changed, and nothing else', async () => {
    await begin('/campaigns/tides/content')
    await soon(() => expect(document.body.querySelector('[aria-label="Subject"]')).not.toBeNull())
    await page.fill('Subject', 'Tides, at last')
    expect(page.text()).toContain('Not saved')
    await soon(() =>
      expect(page.asked('drafts.put')).toEqual([
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
    expect(page.text()).toContain('Not saved. This was written until')
  })

  it('is saved from what it began with, and its draft is let go', async () => {
    await begin('/campaigns/tides/content')
    await soon(() => expect(document.body.querySelector('[aria-label="Subject"]')).not.toBeNull())
    await page.fill('Subject', 'Tides, at last')
    await page.press('Save')
    await soon(() =>
      expect(page.asked('campaigns.update')).toEqual([
        { id: 'tides', changes: { mail: { ...mail, subject: 'Tides, at last' } }, basis: campaign().basis },
      ]),
    )
    await soon(() => expect(page.text()).not.toContain('Not saved'))
  })

  it('shows mine beside theirs where another person saved first', async () => {
    const theirs = campaign({ basis: 'theirs', mail: { ...mail, subject: 'Theirs', fromName: 'The crew' } })
    await begin('/campaigns/tides/content', { theirs, refused: { 'campaigns.update': conflict } })
    await soon(() => expect(document.body.querySelector('[aria-label="Subject"]')).not.toBeNull())
    await page.fill('Subject', 'Mine')
    await page.press('Save')
    const cells = () =>
      [...document.body.querySelectorAll('[role="dialog"] pre')].map((one) => one.textContent)
    await soon(() => expect(cells()).toEqual(['Mine', 'Theirs', 'Harbour Notes', 'The crew']))
    await page.press('Save mine')
    // Only what I changed goes over theirs.
    await soon(() =>
      expect(page.asked('campaigns.update').at(-1)).toMatchObject({
        changes: { mail: { subject: 'Mine', fromName: 'The crew' } },
        basis: 'theirs',
      }),
    )
  })

  it('is led to by the place of an address', async () => {
    await begin('/campaigns/tides/content?part=fromName&line=1&column=1')
    await soon(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Sender’s name'))
    await page.router.push('/campaigns/tides/content?part=body&line=1&column=4')
    await soon(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('HTML of the mail'))
  })

  it('cannot be changed once it was sent', async () => {
    await begin('/campaigns/tides/content', { campaign: campaign({ status: 'SENT' }) })
    await soon(() => expect(document.body.querySelector('fieldset')?.disabled).toBe(true))
  })
})

const radio = (name: string) =>
  [...document.body.querySelectorAll<HTMLButtonElement>('[role="radio"]')].find(
    (one) => one.textContent?.trim() === name,
  )

describe('the audience of a campaign', () => {
  it('that was sent is whom it was for, and no list of today', async () => {
    await begin('/campaigns/tides/audience', { campaign: campaign({ status: 'SENT', recipients: 39_998 }) })
    await page.shows('It was for 39,998 people')
    expect(page.asked('segments.members')).toEqual([])
  })

  it('is one number: on its tab, on the button, over the list and in the sum, with what the copy cannot tell', async () => {
    await begin('/campaigns/tides/audience')
    await page.shows('3 members are not among the copied contacts.')
    await soon(() => expect(page.text()).toContain('In “Active in 12 months”40,813Unsubscribed−312'))
    expect(page.text().match(/40,112/g)).toHaveLength(5)
    expect(page.asked('segments.members')).toEqual([{ id: 'active' }])
  })

  it('is searched among those who get it alone', async () => {
    await begin('/campaigns/tides/audience')
    await page.shows('In “Active in 12 months”40,813')
    await page.press('Search')
    await page.fill('Search these people', 'amara')
    await soon(() =>
      expect(page.asked('contacts.page').at(-1)).toMatchObject({
        query: { search: 'amara', among: { kind: 'frozen', except: [] } },
      }),
    )
    await page.shows('No contact matches')
  })

  it('is everyone as soon as that is chosen, and is not saved by itself', async () => {
    await begin('/campaigns/tides/audience')
    await page.shows('In “Active in 12 months”')
    radio('Everyone')?.click()
    await page.shows('Everyone52,418')
    expect(page.text()).toContain('Not saved')
    expect(page.asked('campaigns.update')).toEqual([])
  })

  it('leaves out who had a mail lately, as a condition that the service knows', async () => {
    await begin('/campaigns/tides/audience')
    await page.shows('In “Active in 12 months”')
    document.body.querySelector<HTMLInputElement>('#lately-out')?.click()
    const filters = [
      { field: 'segment', operator: 'memberOfSegment', value: 'active' },
      { field: 'email.sent', operator: 'notTriggeredWithin', value: 3, unit: 'days' },
    ]
    await soon(() =>
      expect(page.asked('review.figures').at(-1)).toEqual({
        audiences: [
          { kind: 'segment', id: 'active' },
          { kind: 'condition', condition: { logic: 'AND', groups: [{ filters }] } },
        ],
        type: 'MARKETING',
      }),
    )
  })

  it('stays the kind that was chosen, before it is whole, when the copy is brought up to date', async () => {
    await begin('/campaigns/tides/audience', { campaign: campaign({ audience: { kind: 'all' } }) })
    await page.shows('Everyone52,418')
    radio('A segment')?.click()
    await page.shows('Choose a segment.')
    const before = page.asked('campaigns.get').length
    page.tell({
      topic: 'copy',
      state: { profileId: 'p', revision: 2, contacts: 1, events: 1, deployed: false, at: 0 },
    })
    await soon(() => expect(page.asked('campaigns.get').length).toBeGreaterThan(before))
    await flushPromises()
    expect(radio('A segment')?.getAttribute('aria-checked')).toBe('true')
    expect(page.text()).toContain('Choose a segment.')
  })
})

describe('what can be done to a campaign', () => {
  it('is no sending before it is signed off', async () => {
    await begin('/campaigns/tides/content')
    await soon(() => expect(page.button('Send to 40,112…').disabled).toBe(true))
    expect(page.button('Send a test').disabled).toBe(false)
  })

  it('asks for the number of people, and holds the sending', async () => {
    await begin('/campaigns/tides/content', { state: signed })
    await soon(() => expect(page.button('Send to 40,112…').disabled).toBe(false))
    await page.press('Send to 40,112…')
    await soon(() => expect(page.text()).toContain('Send to 40,112 people?'))
    expect(page.button('Send to 40,112').disabled).toBe(true)
    await page.confirm('40,112')
    await soon(() => expect(page.button('Send to 40,112').disabled).toBe(false))
    document.body.querySelector<HTMLFormElement>('[role="dialog"] form')?.requestSubmit()
    await soon(() =>
      expect(page.asked('campaigns.hold')).toEqual([
        { id: 'tides', scheduledFor: null, people: 40_112, typed: '40112' },
      ]),
    )
  })

  it('is not confirmed before it is counted who gets it', async () => {
    await begin('/campaigns/tides/content', { state: signed, reviews: () => [] })
    await soon(() => expect(page.button('Send to 40,112…').disabled).toBe(false))
    await page.press('Send to 40,112…')
    await soon(() => expect(page.text()).toContain('Being counted'))
    await page.confirm('40,112')
    await soon(() => expect(document.body.querySelector('[aria-label="The number matches"]')).not.toBeNull())
    expect(page.button('Send to 40,112').disabled).toBe(true)
    document.body.querySelector<HTMLFormElement>('[role="dialog"] form')?.requestSubmit()
    await flushPromises()
    expect(page.asked('campaigns.hold')).toEqual([])
  })

  it('is not offered while its sending is held', async () => {
    await begin('/campaigns/tides/content', { state: signed, holds: [hold()] })
    await soon(() => expect(page.button('Send to 40,112…').disabled).toBe(true))
    expect(page.text()).toContain('Held')
  })

  it('says which addresses a test did not reach', async () => {
    await begin('/campaigns/tides/content')
    await soon(() => expect(page.button('Send a test')).toBeDefined())
    await page.press('Send a test')
    await page.confirm('a@example.com, b@example.com')
    document.body.querySelector<HTMLFormElement>('[role="dialog"] form')?.requestSubmit()
    await soon(() => expect(page.text()).toContain('b@example.com The service does not answer'))
    expect(page.asked('campaigns.test')).toEqual([
      { id: 'tides', emails: ['a@example.com', 'b@example.com'], by: { kind: 'service' } },
    ])
  })
})

describe('what became of a campaign', () => {
  it('is its funnel, and its rates beside what is usual', async () => {
    await begin('/campaigns/tides/after', { campaign: campaign({ status: 'SENT' }) })
    await soon(() => expect(page.text()).toContain('Funnel'))
    await soon(() => expect(page.text()).toContain('+6.0'))
    expect(page.text()).toContain('Median of 8')
  })

  it('is who got it, each with the furthest step; a chip narrows the list to one', async () => {
    const of = (name: string, step: CampaignPerson['step']): CampaignPerson => ({
      id: name,
      email: `${name}@example.com`,
      name,
      step,
      opens: 2,
      clicks: 0,
      leaving: null,
      reply: step === 'bounced' ? '550, no such domain' : null,
      link: null,
      at: then,
    })
    await begin('/campaigns/tides/after', {
      campaign: campaign({ status: 'SENT' }),
      people: [of('zofia', 'opened'), of('mateus', 'bounced')],
    })
    await soon(() => expect(page.text()).toContain('550, no such domain'))
    expect(page.text()).toContain('All 1,000')
    expect(page.text()).toContain('twice')
    await page.press('Opened 408')
    await soon(() => expect(page.text()).not.toContain('550, no such domain'))
    expect(page.text()).toContain('zofia@example.com')
    await page.press('Export these people')
    await page.press('JSON')
    const shown = { id: 'tides', step: 'opened', search: '', format: 'json' }
    await soon(() => expect(page.asked('campaigns.exportPeople')).toEqual([shown]))
  })

  it('makes a draft for those alone from whom nothing came', async () => {
    await begin('/campaigns/tides/after', { campaign: campaign({ status: 'SENT' }) })
    await soon(() => expect(page.text()).toContain('Write to the 28 missed'))
    await page.press('Write to the 28 missed')
    await soon(() => expect(page.asked('campaigns.writeToMissed')).toEqual([{ id: 'tides' }]))
  })

  it('is told by domain, and as what happened, while it is being sent', async () => {
    const pace = [4, 14, 14, 11, 12, 14].map((perSecond, at) => ({ at: then + at * 60_000, perSecond }))
    await begin('/campaigns/tides/after', {
      campaign: campaign({ status: 'SENDING', sent: 400 }),
      state: signed,
      results: results({ status: 'SENDING', pace, passed: { delivered: 15_000, at: then + 400_000 } }),
      reach: reach({
        first: { contactId: 'z', name: 'Zofia Wiśniewska', at: then + 30_000 },
        confirmed: { people: 40_112, seconds: 30, leftAt: then, atOnce: false },
      }),
    })
    await soon(() => expect(page.text()).toContain('Others, 12'))
    expect(page.text()).toContain('Delivered passed 15,000')
    expect(page.text()).toContain('The service slowed to 11 a second')
    expect(page.text()).toContain('First mail delivered, to Zofia Wiśniewska')
    expect(page.text()).toContain('40112 typed, by you')
    expect(page.text()).toContain('Signed off, 4 warnings kept')
  })

  it('says that it was sent at once where a person let it, and after how long', async () => {
    await begin('/campaigns/tides/after', {
      campaign: campaign({ status: 'SENDING', sent: 400 }),
      state: signed,
      results: results({ status: 'SENDING' }),
      reach: reach({ confirmed: { people: 40_112, seconds: 4, leftAt: then, atOnce: true } }),
    })
    await page.shows('Sent at once by you, after 4 s')
    expect(page.text()).not.toContain('not undone')
  })

  it('says while it is being sent how much is sent, and how long it takes', async () => {
    const funnel = { ...results().funnel, sent: 400 }
    await begin('/campaigns/tides/after', {
      campaign: campaign({ status: 'SENDING' }),
      results: results({ status: 'SENDING', funnel, progress: { perSecond: 13.6, secondsLeft: 240 } }),
    })
    await soon(() => expect(page.text()).toContain('400 of 1,000 mails left the service'))
    expect(page.text()).toContain('About 4 min')
    expect(page.text()).toContain('13.6 a secondof 14 at most')
  })

  it('is nothing yet of a draft', async () => {
    await begin('/campaigns/tides/after', {
      results: results({ status: 'DRAFT', funnel: { ...results().funnel, recipients: 0 } }),
    })
    await soon(() => expect(page.text()).toContain('Nothing sent yet'))
  })
})

describe('the bar of a confirmed sending', () => {
  it('counts down, and is undone', async () => {
    await begin('/campaigns', { holds: [hold()] })
    await soon(() => expect(page.text()).toContain('Held: “Tide tables, November” to 40,112 people'))
    expect(page.text()).toMatch(/2[01] s/)
    await page.press('Undo')
    expect(page.asked('campaigns.undo')).toEqual([{ id: 'tides' }])
  })

  it('is undone with Ctrl+Z, unless a text has the focus', async () => {
    await begin('/campaigns', { holds: [hold()] })
    await soon(() => expect(page.text()).toContain('Held:'))
    const field = document.createElement('input')
    document.body.append(field)
    const key = () =>
      new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true })
    field.dispatchEvent(key())
    await flushPromises()
    expect(page.asked('campaigns.undo')).toEqual([])
    document.body.dispatchEvent(key())
    await soon(() => expect(page.asked('campaigns.undo')).toEqual([{ id: 'tides' }]))
  })

  it('says what to do where nobody knows whether it was sent', async () => {
    await begin('/campaigns', { holds: [hold({ state: 'unknown' })] })
    await soon(() => expect(page.text()).toContain('No answer came'))
    expect(page.text()).toContain('It may have been sent')
    expect(page.text()).not.toContain('Undo')
    await page.press('Close')
    expect(page.asked('campaigns.dismiss')).toEqual([{ id: 'tides' }])
  })

  it('says why a sending was refused', async () => {
    await begin('/campaigns', { holds: [hold({ state: 'refused', problem: refusal })] })
    await soon(() => expect(page.text()).toContain('Not sent: “Tide tables, November”'))
    expect(page.text()).toContain('No connection could be made.')
  })
})
