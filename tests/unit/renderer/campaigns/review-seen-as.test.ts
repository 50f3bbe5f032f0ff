// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, it } from 'vitest'
import { soon } from '../../../fixtures/soon'
import { openReview, type ReviewPage } from './review-page'

// Built once, so that no test waits for it.
beforeAll(async () => {
  await import('../../../../src-renderer/pages/campaigns/review/ReviewTab.vue')
}, 60_000)

let page: ReviewPage

afterEach(() => {
  page.wrapper.unmount()
  document.body.innerHTML = ''
})

it('a review tells as whom its mail is looked at, so that a test goes out like that', async () => {
  page = await openReview()
  await soon(() =>
    expect(page.wrapper.findComponent({ name: 'ReviewTab' }).emitted('whom')?.at(-1)).toEqual([
      { as: { kind: 'contact', id: 'zofia' }, label: 'Zofia Wiśniewska' },
    ]),
  )
})
