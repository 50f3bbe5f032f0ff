// @vitest-environment happy-dom
import { effectScope, nextTick, ref, type EffectScope } from 'vue'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { exposeCampaigns, results, type Heard } from './campaign-core'
import { soon } from '../../../fixtures/soon'

let heard: Heard
let scope: EffectScope

beforeEach(() => {
  vi.resetModules()
  heard = exposeCampaigns({ results: results({ status: 'CANCELLED' }) })
  setActivePinia(createPinia())
  scope = effectScope()
})
afterEach(() => scope.stop())

const asked = () =>
  heard.filter(({ name }) => name === 'campaigns.results').map(({ input }) => input as { refresh: boolean })

describe('what became of a campaign', () => {
  it('is asked of the service anew once its status is another', async () => {
    const { useResults } = await import('../../../../src-renderer/pages/campaigns/after/use-results')
    const status = ref('SENDING')
    scope.run(() =>
      useResults(
        () => 'tides',
        () => status.value,
      ),
    )
    const twice = [{ refresh: false }, { refresh: true }]
    await soon(() => expect(asked()).toMatchObject(twice))
    status.value = 'CANCELLED'
    await nextTick()
    await soon(() => expect(asked()).toMatchObject([...twice, ...twice]))
  })
})
