import { readonly, ref, type Ref } from 'vue'
import { useBridge } from '../../../bridge'

const newest = { search: '', kinds: null, sort: { by: 'updated' as const, direction: 'desc' as const } }
const first = { offset: 0, limit: 1 }

/**
 * Writes into empty fields who the last campaign was from, or else the last template: as a rule, whoever the next mail is
 * from. `fill` rejects where the copy cannot be read.
 *
 * While `filling`, the two fields must not be typed into: a sender that arrives between choosing a field and its first
 * letter would stand before that letter.
 */
export function useLastSender(
  from: Ref<string>,
  fromName: Ref<string>,
): { fill(): Promise<void>; filling: Readonly<Ref<boolean>> } {
  const bridge = useBridge()
  const filling = ref(false)

  async function last(): Promise<{ from: string; fromName: string } | null> {
    const [campaign] = (await bridge.campaigns.page({ query: newest, slice: first })).rows
    if (campaign) return (await bridge.campaigns.get({ id: campaign.id })).mail
    const [template] = (await bridge.templates.page({ query: newest, slice: first })).rows
    return template ? bridge.templates.get({ id: template.id }) : null
  }

  return {
    filling: readonly(filling),
    async fill() {
      filling.value = true
      try {
        const sender = await last()
        if (sender === null) return
        if (from.value === '') from.value = sender.from
        if (fromName.value === '') fromName.value = sender.fromName
      } finally {
        filling.value = false
      }
    },
  }
}
