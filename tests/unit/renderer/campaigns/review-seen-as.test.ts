import { afterEach, expect, it } from 'vitest'
import { h } from 'vue'
import { provideCampaign } from '../../../../src-renderer/features/campaigns/open-campaign'
import ReviewTab from '../../../../src-renderer/features/campaigns/review/ReviewTab.vue'
import { soon } from '../../../fixtures/soon'
import type { Page } from '../fixtures/page'
import { openReview, person } from './review-core'

let page: Page
afterEach(() => page.close())

/** Opens the review; answers as whom its mail was looked at. */
async function seenAs(query: string): Promise<unknown[]> {
  const whom: unknown[] = []
  const root = {
    setup() {
      const { detail } = provideCampaign(() => 'tides')
      const onWhom = (told: unknown) => whom.push(told)
      return () => (detail.value ? h(ReviewTab, { campaign: detail.value, onWhom }) : null)
    },
  }
  page = await openReview({}, query, root)
  return whom
}

it('a review tells as whom its mail is looked at, so that a test goes out like that', async () => {
  const whom = await seenAs('')
  await soon(() =>
    expect(whom.at(-1)).toEqual({ as: { kind: 'contact', id: 'zofia' }, label: 'Zofia Wiśniewska' }),
  )
})

it('a finding that is opened has the mail looked at as somebody whom it is about', async () => {
  const whom = await seenAs('?check=missingValue:firstName')
  await soon(() =>
    expect(whom.at(-1)).toEqual({ as: { kind: 'contact', id: person.id }, label: person.email }),
  )
  expect(page.asked('review.people')).toMatchObject([{ key: 'missingValue:firstName' }])
})
