// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { h } from 'vue'
import { provideCampaign } from '../../../../src-renderer/features/campaigns/open-campaign'
import ReviewTab from '../../../../src-renderer/features/campaigns/review/ReviewTab.vue'
import { soon } from '../../../fixtures/soon'
import type { Page } from '../fixtures/page'
import { openReview } from './review-core'

let page: Page
afterEach(() => page.close())

it('a review tells as whom its mail is looked at, so that a test goes out like that', async () => {
  const whom: unknown[] = []
  const root = {
    setup() {
      const { detail } = provideCampaign(() => 'tides')
      const onWhom = (told: unknown) => whom.push(told)
      return () => (detail.value ? h(ReviewTab, { campaign: detail.value, onWhom }) : null)
    },
  }
  page = await openReview({}, '', root)
  await soon(() =>
    expect(whom.at(-1)).toEqual({ as: { kind: 'contact', id: 'zofia' }, label: 'Zofia Wiśniewska' }),
  )
})
