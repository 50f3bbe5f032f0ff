import { afterEach, describe, expect, it } from 'vitest'
import {
  doneWords,
  leaveQuestion,
  planWords,
} from '../../../../src-renderer/features/campaigns/review/leaving-words'
import { audienceLines } from '../../../../src-renderer/features/campaigns/review/audience-words'
import { openReview, refusal } from './review-core'
import { soon } from '../../../fixtures/soon'
import type { Page } from '../fixtures/page'
import { audience, campaign, checks, steps } from './review-samples'

/** What look/campaign-review.png shows. */
const left = audience({
  members: 40_813,
  undeliverableLeftOut: 389,
  willGet: 40_112,
  verdicts: { accepts: 35_874, risky: 2207, undeliverable: 0, unknown: 611, notChecked: 1420 },
})

describe('what leaving undeliverable people out says', () => {
  const plan = {
    segment: { id: null, name: 'Undeliverable, by Postroom' },
    people: 1204,
    adds: 1204,
    takes: 0,
    leftOut: false,
  }
  const segment = { id: 'seg', name: 'Gone' }

  it('counts them apart, in figures that add up', () => {
    const lines = audienceLines(left, 'MARKETING')
    expect(lines.map(({ label, value }) => `${label} ${value}`)).toEqual([
      'Segment “Active in 12 months” 40,813',
      'Unsubscribed −312',
      'Undeliverable −389',
      'Will get it 40,112',
    ])
  })

  it('asks after those who still get it', () => {
    expect(leaveQuestion(audience()).title).toBe('Leave 389 people out?')
    const verdicts = { ...left.verdicts, undeliverable: 13 }
    expect(leaveQuestion({ ...left, verdicts }).button).toBe('Leave 13 more out')
  })

  it('tells what is written at the service', () => {
    expect(planWords(plan)[0]).toBe(
      'The segment “Undeliverable, by Postroom” is made at the service, with all 1,204 people of the copy whose address is undeliverable.',
    )
    expect(planWords({ ...plan, segment, adds: 13, takes: 1, leftOut: true })).toEqual([
      'The segment “Gone” is updated at the service: 13 people added, 1 person taken out whose address takes mail by now.',
      'The audience stays as it is: it leaves this segment out already.',
      'This voids the sign-off. You can take it back.',
    ])
    expect(planWords({ ...plan, segment, adds: 0 })[0]).toBe(
      'The segment “Gone” is up to date at the service.',
    )
  })

  it('tells what was done, and what is left of it', () => {
    const done = { campaign: campaign(), added: 3, taken: 1, refused: 0, membersRead: true }
    expect(doneWords(done)).toEqual({
      words: 'Left out: 3 people added to the segment, 1 person taken out of it.',
      isWhole: true,
    })
    const part = doneWords({ ...done, taken: 0, refused: 1, membersRead: false })
    expect(part.isWhole).toBe(false)
    expect(part.words).toContain('did not take 1 address as members.')
  })
})

describe('on the review', () => {
  let page: Page
  afterEach(() => page.close())

  const reads = (text: string) => soon(() => expect(page.text()).toContain(text))
  const after = campaign({ basis: '2026-11-20T13:53:00.000Z', audience: { kind: 'segment', id: 'other' } })

  it('they are left out once it is confirmed, and the figures follow', async () => {
    page = await openReview({ runs: [steps(), steps(checks, left)], leaving: { done: { campaign: after } } })
    await reads('Leave them out')
    await page.press('Leave them out')
    await reads('with all 1,204 people of the copy')
    expect(page.asked('campaigns.leaveOut')).toEqual([])
    await page.press('Leave 389 people out')
    // A message goes by itself, so it is waited for first.
    await reads('Left out: 1,204 people added to the segment.')
    await reads('Undeliverable−389')
    expect(page.asked('campaigns.leaveOut')).toMatchObject([
      { id: 'tides', basis: campaign().basis, of: 'undeliverable' },
    ])
    expect(page.text()).not.toContain('Undeliverable among them')
  })

  it('the check of them leads there too', async () => {
    page = await openReview({}, '?check=undeliverable')
    await soon(() => expect(document.querySelector('.check.open')?.textContent).toContain('Leave them out'))
    const button = [...document.querySelectorAll<HTMLButtonElement>('.check.open button')].find(
      ({ textContent }) => textContent.trim() === 'Leave them out',
    )
    button?.click()
    await reads('Leave 389 people out?')
  })

  it('it is refused in words, and nothing can be confirmed', async () => {
    page = await openReview({ refused: { 'campaigns.leavePlan': refusal } })
    await reads('Leave them out')
    await page.press('Leave them out')
    await reads('It was changed at the service.')
    await page.press('Leave 389 people out')
    expect(page.asked('campaigns.leaveOut')).toEqual([])
  })

  it('what failed on the way is said, and can be done again', async () => {
    page = await openReview({ refused: { 'campaigns.leaveOut': refusal } })
    await reads('Leave them out')
    await page.press('Leave them out')
    await reads('with all 1,204 people of the copy')
    await page.press('Leave 389 people out')
    await reads('The campaign has changed')
    await soon(() => expect(page.asked('review.run')).toHaveLength(2))
    await page.press('Leave 389 people out')
    await soon(() => expect(page.asked('campaigns.leaveOut')).toHaveLength(2))
  })

  it('they are written to after all where a person says so', async () => {
    page = await openReview({ runs: [steps(checks, left)] })
    await reads('Write to the undeliverable after all')
    await page.press('Write to the undeliverable after all')
    await soon(() =>
      expect(page.asked('campaigns.takeBackIn')).toMatchObject([
        { id: 'tides', basis: campaign().basis, of: 'undeliverable' },
      ]),
    )
  })

  it('of a campaign that was sent nobody is left out any more', async () => {
    page = await openReview({ campaign: campaign({ status: 'SENT' }) })
    await reads('As it was sent')
    expect(page.text()).not.toContain('Leave them out')
  })
})
