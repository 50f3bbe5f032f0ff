import { afterEach, describe, expect, it } from 'vitest'
import { EditorView } from '@codemirror/view'
import { nextTick } from 'vue'
import type { Page } from '../fixtures/page'
import { soon } from '../../../fixtures/soon'
import type { Check, ReviewInput, ReviewStep } from '../../../../src-shared/bridge/review'
import { openCampaigns, refusal } from './campaign-core'
import { campaign, check, mail, steps, then } from './review-samples'

let page: Page
afterEach(() => page.close())

const body = '<p>Hello {{firstName}}, see <a href="#">the tides</a></p>'
const at = (text: string) => [
  { part: 'body' as const, line: 1, column: body.indexOf(text) + 1, length: text.length },
]
const placeholder = check({
  rule: 'linkPlaceholder',
  outcome: 'error',
  title: 'Link is a placeholder',
  sentence: 'It leads nowhere.',
  places: at('#'),
})
const missing = check({
  rule: 'missingValue',
  outcome: 'warning',
  title: 'No `firstName` and no fallback',
  sentence: '1,284 people have none.',
  count: 1284,
  places: at('{{firstName}}'),
})
const capitals = check({
  rule: 'subject',
  outcome: 'warning',
  title: 'Subject is in capitals',
  sentence: 'Filters take it for spam.',
  places: [{ part: 'subject', line: 1, column: 1, length: 5 }],
})

/** A core in which only a review over the people tells of them. */
const reviews =
  (alone: readonly Check[]) =>
  ({ audience }: ReviewInput): readonly ReviewStep[] =>
    audience === null ? steps(alone).filter(({ part }) => part !== 'audience') : steps([...alone, missing])

const underlined = (severity: string) =>
  [...document.querySelectorAll(`.cm-lintRange-${severity}`)].map((one) => one.textContent)
const draft = campaign({ mail: { ...mail, body } })

describe('what a review finds, where a campaign is written', () => {
  it('is underlined: what the mail tells, and what only the people tell', async () => {
    page = await openCampaigns({
      path: '/campaigns/tides/content',
      campaign: draft,
      reviews: reviews([placeholder]),
    })
    await soon(() => expect(underlined('error')).toEqual(['#']))
    await soon(() => expect(underlined('warning')).toEqual(['{{firstName}}']))
  })

  it('is looked for in what is written, under the rules that hold for the campaign, and kept nowhere', async () => {
    page = await openCampaigns({
      path: '/campaigns/tides/content',
      campaign: draft,
      reviews: reviews([placeholder]),
    })
    await soon(() => expect(underlined('error')).toEqual(['#']))
    await page.fill('Subject', 'Tides, at last')
    await soon(() =>
      expect(page.asked('review.run').at(-1)).toEqual({
        campaignId: 'tides',
        mail: { ...mail, body, subject: 'Tides, at last' },
        audience: null,
        scheduledFor: null,
      }),
    )
  })

  it('is said beneath the subject, and to whoever has the field read', async () => {
    page = await openCampaigns({
      path: '/campaigns/tides/content',
      campaign: draft,
      reviews: reviews([capitals]),
    })
    await soon(() => expect(document.querySelector('[data-part="subject"] p')).not.toBeNull())
    const fault = document.querySelector('[data-part="subject"] p')
    expect(fault?.textContent.trim()).toContain('Subject is in capitals')
    expect(fault?.getAttribute('title')).toBe('Filters take it for spam.')
    const subject = document.querySelector('[aria-label="Subject"]')
    expect(subject?.getAttribute('aria-describedby')).toBe(fault?.id)
    expect(subject?.getAttribute('aria-invalid')).toBeNull()
  })

  it('is not known where it cannot be looked for, and that is said', async () => {
    page = await openCampaigns({
      path: '/campaigns/tides/content',
      campaign: draft,
      refused: { 'review.run': refusal },
    })
    await soon(() => expect(page.text()).toContain('Not checked.'))
    expect(page.text()).toContain(refusal.why)
  })

  it('is not marked anew with every letter, so that what is typed keeps its marks', async () => {
    page = await openCampaigns({
      path: '/campaigns/tides/content',
      campaign: draft,
      reviews: reviews([placeholder]),
    })
    await soon(() => expect(underlined('warning')).toEqual(['{{firstName}}']))
    const view = EditorView.findFromDOM(document.querySelector<HTMLElement>('.cm-editor') ?? document.body)
    if (!view) throw new Error('There is no editor')
    view.dispatch({ changes: { from: 0, insert: '<h1>Tides</h1>' } })
    // No timer of it can be due in between.
    await nextTick()
    expect(underlined('warning')).toEqual(['{{firstName}}'])
    expect(underlined('error')).toEqual(['#'])
  })

  it('is not looked for in what was sent', async () => {
    page = await openCampaigns({
      path: '/campaigns/tides/content',
      campaign: { ...draft, status: 'SENT', sentAt: then },
      reviews: reviews([placeholder]),
    })
    await soon(() => expect(document.querySelector('[aria-label="HTML of the mail"]')).not.toBeNull())
    await soon(() => expect(page.asked('campaigns.get').length).toBeGreaterThan(0))
    expect(page.asked('review.run')).toEqual([])
    expect(underlined('error')).toEqual([])
  })
})
