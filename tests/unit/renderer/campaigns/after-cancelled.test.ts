import { afterEach, expect, it } from 'vitest'
import { nextTick, ref } from 'vue'
import { useResults } from '../../../../src-renderer/features/campaigns/after/use-results'
import { soon } from '../../../fixtures/soon'
import type { Page } from '../fixtures/page'
import { openCampaigns, results } from './campaign-core'

let page: Page
afterEach(() => page.close())

it('what became of a campaign is asked of the service anew once its status is another', async () => {
  const status = ref('SENDING')
  page = await openCampaigns({
    results: results({ status: 'CANCELLED' }),
    root: {
      setup() {
        useResults(
          () => 'tides',
          () => status.value,
        )
        return () => null
      },
    },
  })
  const twice = [{ refresh: false }, { refresh: true }]
  await soon(() => expect(page.asked('campaigns.results')).toMatchObject(twice))
  status.value = 'CANCELLED'
  await nextTick()
  await soon(() => expect(page.asked('campaigns.results')).toMatchObject([...twice, ...twice]))
})
