import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ruleSchema, type LinkAnswer, type ReviewState } from '../../../../src-shared/bridge/review'
import { soon } from '../../../fixtures/soon'
import { openReview, refusal } from './review-core'
import type { Page } from '../fixtures/page'
import { audience, campaign, check, checks, steps, then, unsigned } from './review-samples'

let page: Page
afterEach(() => page.close())

const lines = () => [...document.querySelectorAll<HTMLElement>('[data-check]')]
const line = (text: string) => lines().find((one) => one.textContent.includes(text))

describe('what a review found', () => {
  beforeEach(async () => {
    page = await openReview()
    await soon(() => expect(page.text()).toContain('22 rules over 40,112 people, 1.8 s'))
  })

  it('is listed by gravity, with counts and figures', () => {
    const heads = [...document.querySelectorAll('.groups h3')].map((one) => one.textContent)
    expect(heads).toEqual(['Errors, 1', 'Warnings, 2', 'Notes, 1', 'Passed, 7', 'Off, 1'])
    expect(line('Unknown variable')?.textContent).toContain('40,112')
    expect(line('HTML nears')?.textContent).toContain('93 KB')
  })

  it('sets what the person wrote in mono', () => {
    expect(line('No firstName')?.querySelector('code')?.textContent).toBe('firstName')
  })

  it('shows four that passed, and the others on request', async () => {
    expect(page.text()).not.toContain('Passed imageAlt')
    await page.press('3 more')
    expect(page.text()).toContain('Passed imageAlt')
  })

  it('tells how many faults there are, notes apart', () => {
    expect(document.querySelector('#found')?.textContent).toBe('3')
  })

  it('opens a check with its sentence, and leads to each line once', async () => {
    line('No firstName')?.click()
    await soon(() => expect(page.text()).toContain('1,284 of 40,112 people have no firstName'))
    expect(page.router.currentRoute.value.query.check).toBe('missingValue:firstName')
    expect(page.text()).toMatch(/Also in line 22\s?\./)
    await page.press('Go to line 18')
    await soon(() => expect(page.router.currentRoute.value.name).toBe('campaign.content'))
    expect(page.router.currentRoute.value.query).toEqual({ part: 'body', line: '18', column: '9' })
  })

  it('is walked through with the arrows', async () => {
    lines()[0]?.focus()
    lines()[0]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
    await flushPromises()
    expect(document.activeElement).toBe(lines()[1])
    expect(lines().map((one) => one.tabIndex)).toEqual(lines().map((_, at) => (at === 1 ? 0 : -1)))
  })

  it('shows the people of a check beside it', async () => {
    line('No firstName')?.click()
    await soon(() => expect(page.text()).toContain('Show 1,284'))
    await page.press('Show 1,284')
    await soon(() => expect(page.text()).toContain('hana.sato@docomo.ne.jp'))
    expect(page.asked('review.people').at(-1)).toEqual({ reviewId: 'r1', key: 'missingValue:firstName' })
    expect(page.asked('segments.people').at(0)).toMatchObject({ selectionId: 'frozen' })
  })

  it('says of a rule that is off why, and switches it on again', async () => {
    line('Spam markers')?.click()
    await soon(() => expect(page.text()).toContain('“Our own wording”'))
    await page.press('Switch on again')
    await soon(() =>
      expect(page.asked('review.setRule')).toEqual([
        { campaignId: 'tides', rule: 'spamMarkers', reason: null },
      ]),
    )
    await soon(() => expect(page.asked('review.run')).toHaveLength(2))
  })

  it('switches a rule off only with a reason', async () => {
    line('HTML nears')?.click()
    await soon(() => expect(page.text()).toContain('Switch off…'))
    await page.press('Switch off…')
    await page.press('Switch off')
    expect(page.text()).toContain('Say why, in at least 3 letters.')
    const reason = document.querySelector('textarea')
    if (!reason) throw new Error('Nothing to write the reason into')
    reason.value = 'Read in Outlook alone'
    reason.dispatchEvent(new Event('input', { bubbles: true }))
    await page.press('Switch off')
    await soon(() =>
      expect(page.asked('review.setRule')).toEqual([
        { campaignId: 'tides', rule: 'htmlSize', reason: 'Read in Outlook alone' },
      ]),
    )
  })

  it('is let go of when a newer one has come', async () => {
    await page.press('Run again')
    await soon(() => expect(page.asked('review.letGo')).toEqual([{ reviewId: 'r1' }]))
  })
})

describe('those who were not checked', () => {
  const unknown = { accepts: 0, risky: 0, undeliverable: 0, unknown: 0, notChecked: 40_112 }
  const runs = [steps(checks, audience({ verdicts: unknown, projectedBounces: null }))]

  it('are made a batch: those of this audience alone', async () => {
    page = await openReview({ runs })
    await soon(() => expect(page.text()).toContain('22 rules over 40,112 people'))
    await page.press('Check them')
    await soon(() => expect(page.router.currentRoute.value.fullPath).toBe('/batch/7'))
    expect(page.asked('review.people')).toEqual([{ reviewId: 'r1', key: 'verdict:notChecked' }])
    expect(page.asked('verification.create')).toMatchObject([
      {
        source: {
          kind: 'contacts',
          selection: { kind: 'frozen', selectionId: 'frozen', except: [] },
          name: 'Not checked, of “Tide tables, November”',
        },
      },
    ])
  })

  it('stay where they are where that is refused, in words', async () => {
    page = await openReview({ runs, refused: { 'verification.create': refusal } })
    await soon(() => expect(page.text()).toContain('22 rules over 40,112 people'))
    await page.press('Check them')
    await soon(() => expect(page.text()).toContain(refusal.why))
    expect(page.router.currentRoute.value.name).toBe('campaign.review')
  })
})

describe('a review under way', () => {
  it('says how many will get it before it knows who they are', async () => {
    page = await openReview({ width: 1920, runs: [steps().slice(0, 2)] })
    await soon(() => expect(page.text()).toContain('40,112 people will get it. Counting who they are.'))
  })

  it('shows what it has, and how far it is', async () => {
    let finish: () => void = () => undefined
    const hold = new Promise<void>((resolve) => (finish = resolve))
    page = await openReview({ hold, state: { ...unsigned, last: null } })
    await soon(() => expect(page.text()).toContain(`Checking, 12 of ${ruleSchema.options.length} rules`))
    expect(page.text()).toContain('Unknown variable')
    expect(document.querySelector('#found')?.textContent).toBe('null')
    finish()
    await soon(() => expect(page.text()).toContain('22 rules over 40,112 people'))
  })

  it('leaves out of an earlier one what is no more', async () => {
    const second = steps(checks.filter(({ rule }) => rule !== 'unknownVariable'))
    page = await openReview({ runs: [steps(), second] })
    await soon(() => expect(page.text()).toContain('Unknown variable'))
    await soon(() => expect(page.text()).toContain('22 rules over'))
    await page.press('Run again')
    await soon(() => expect(page.text()).not.toContain('Unknown variable'))
  })

  it('says why it failed, and can be tried again', async () => {
    page = await openReview({ refused: { 'review.run': refusal } })
    await soon(() => expect(page.text()).toContain('The campaign has changed'))
    await page.press('Try again')
    await soon(() => expect(page.asked('review.run')).toHaveLength(2))
  })
})

describe('who would get it', () => {
  it('is told in figures that add up', async () => {
    page = await openReview()
    await soon(() => expect(page.text()).toContain('Will get it'))
    const side = document.querySelector('.side')?.textContent.replace(/\s+/g, ' ') ?? ''
    expect(side).toContain('Segment “Active in 12 months”40,424Unsubscribed−312Will get it40,112')
    expect(side).toContain('Undeliverable among them')
    expect(side).toContain('0.9 % projected bounces')
    expect(side).toContain('About 48 min at 14 a second.')
    expect(side).toContain('+214 −37 since')
  })

  it('shows the undeliverable among them, to act on', async () => {
    page = await openReview()
    await soon(() => expect(page.text()).toContain('Show 389'))
    await page.press('Show 389')
    await soon(() => expect(page.asked('review.people')).toEqual([{ reviewId: 'r1', key: 'undeliverable' }]))
  })

  it('says that unsubscribed people get what is no marketing', async () => {
    const mail = { ...campaign().mail, type: 'TRANSACTIONAL' as const }
    const report = audience({ members: 40_112 })
    page = await openReview({ campaign: campaign({ mail }), runs: [steps(checks, report)] })
    await soon(() => expect(page.text()).toContain('Unsubscribed among them'))
    expect(page.text()).not.toContain('−312')
  })

  it('says when it is nobody', async () => {
    const report = audience({ members: 0, unsubscribed: 0, willGet: 0, personas: [], change: null })
    page = await openReview({ runs: [steps(checks, report)] })
    await soon(() => expect(page.text()).toContain('Nobody would get it. Change the audience.'))
    expect(page.text()).not.toContain('at 14 a second')
  })

  it('projects no bounces where nobody was checked', async () => {
    const verdicts = { accepts: 0, risky: 0, undeliverable: 0, unknown: 0, notChecked: 40_112 }
    page = await openReview({ runs: [steps(checks, audience({ verdicts, projectedBounces: null }))] })
    await soon(() => expect(page.text()).toContain('None of them was checked'))
    expect(page.text()).not.toContain('projected bounces ')
  })

  it('says why nobody can be counted', async () => {
    const unread = campaign({ audience: null, audienceProblem: 'The segment is gone.' })
    page = await openReview({ campaign: unread })
    await soon(() => expect(page.text()).toContain('The segment is gone.'))
  })

  it('waits behind a button where there is no room', async () => {
    page = await openReview({ width: 1100 })
    await soon(() => expect(page.text()).toContain('22 rules over'))
    expect(page.text()).not.toContain('Will get it')
    await page.press('40,112 people, audience and sign-off')
    await soon(() => expect(page.text()).toContain('Will get it'))
  })

  it('is one of three tabs in a window that only one of them fits', async () => {
    page = await openReview({ width: 900 })
    await soon(() => expect(page.text()).toContain('22 rules over'))
    expect(page.text()).not.toContain('Will get it')
    await page.press('Audience')
    await soon(() => expect(page.text()).toContain('Will get it'))
    await page.press('Checks')
    expect(page.text()).not.toContain('Will get it')
  })
})

describe('the sign-off', () => {
  const clean = steps(checks.filter(({ outcome }) => outcome !== 'error'))

  it('is refused while there are errors', async () => {
    page = await openReview()
    await soon(() => expect(page.text()).toContain('One error must go first.'))
    expect(document.querySelector<HTMLButtonElement>('.sign')?.disabled).toBe(true)
  })

  it('is given for what was reviewed, and can be taken back', async () => {
    page = await openReview({ runs: [clean] })
    await soon(() => expect(document.querySelector<HTMLButtonElement>('.sign')?.disabled).toBe(false))
    await page.press('Sign off')
    await soon(() => expect(page.text()).toContain('Signed'))
    expect(page.asked('review.signOff')).toEqual([{ campaignId: 'tides', hash: 'hash1' }])
    expect(page.text()).toContain('Two warnings stood when it was signed.')
    await page.press('Take it back')
    await soon(() => expect(document.querySelector('.sign')).not.toBeNull())
  })

  it('is void after a change', async () => {
    const state = { ...unsigned, signOff: { at: then, hash: 'other', warnings: 0, holds: false } }
    page = await openReview({ runs: [clean], state })
    await soon(() => expect(page.text()).toContain(', changed since.'))
    expect(document.querySelector('.tag')?.textContent).toBe('Void')
  })

  it('says why it was refused', async () => {
    page = await openReview({ runs: [clean], refused: { 'review.signOff': refusal } })
    await soon(() => expect(document.querySelector<HTMLButtonElement>('.sign')?.disabled).toBe(false))
    await page.press('Sign off')
    await soon(() => expect(page.text()).toContain('It was changed at the service.'))
  })

  it('has nothing to sign once the campaign is scheduled', async () => {
    page = await openReview({ runs: [clean], campaign: campaign({ status: 'SCHEDULED' }) })
    await soon(() => expect(page.text()).toContain('It is no longer a draft.'))
  })
})

describe('the review of a campaign that was sent', () => {
  const sent = campaign({ status: 'SENT', sentAt: then, recipients: 39_998 })
  const signed: ReviewState = {
    ...unsigned,
    signOff: { at: then, hash: 'h', warnings: 2, holds: true },
    off: [{ rule: 'spamMarkers', reason: 'Our own wording', at: then }],
  }

  it('is what stays of the one that it was sent with, and counts nobody', async () => {
    page = await openReview({ campaign: sent, state: signed })
    await page.shows('Would have got it then40,112 people')
    for (const text of ['Recipients39,998', 'To look at4', 'Warnings kept2', '“Our own wording”'])
      expect(page.text()).toContain(text)
    expect(page.asked('review.run')).toEqual([])
    expect(page.text()).not.toContain('Sign off')
  })

  it('says so where there was none', async () => {
    page = await openReview({ campaign: sent, state: { ...unsigned, last: null } })
    await page.shows('It was not reviewed here.')
  })
})

describe('the links of a mail', () => {
  it('are looked up on request alone, and answer beside themselves', async () => {
    const links: LinkAnswer[] = [
      { url: 'https://harbournotes.app/log', outcome: 'answers', words: '200 OK' },
      { url: 'https://harbournotes.app/leave', outcome: 'leftOut', words: 'Not looked up: it unsubscribes' },
    ]
    page = await openReview({ links })
    await soon(() => expect(page.text()).toContain('22 rules over'))
    await page.press('3 more')
    line('9 links well formed')?.click()
    await soon(() => expect(page.text()).toContain('Look up links'))
    expect(page.asked('review.lookUpLinks')).toEqual([])
    await page.press('Look up links')
    await soon(() => expect(page.text()).toContain('Not looked up: it unsubscribes'))
  })
})

describe('a link to a check', () => {
  it('opens it', async () => {
    page = await openReview({}, '?check=unknownVariable:firstname')
    await soon(() => expect(page.text()).toContain('firstName was likely meant'))
  })

  it('of one that is no more opens nothing', async () => {
    const only = check({ rule: 'subject', outcome: 'passed', title: 'Subject, 31 characters' })
    page = await openReview({ runs: [steps([only])] }, '?check=unknownVariable:firstname')
    await soon(() => expect(page.text()).toContain('Subject, 31 characters'))
    expect(document.querySelector('.check.open')).toBeNull()
  })
})
