import { shallowRef, watch } from 'vue'
import type { AudienceReport, Check } from '../../../../src-shared/bridge/review'
import { useBridge } from '../../../bridge'
import type { Whom } from '../../mail'

/** Somebody whom the open finding is about: as them the mail is looked at. null: it is about nobody, or not known who. */
export function useAffected(of: {
  check: () => Check | null
  audience: () => AudienceReport | null
  reviewId: () => string | null
}) {
  const bridge = useBridge()
  const affected = shallowRef<Whom | null>(null)
  let turn = 0

  async function find(check: Check, reviewId: string): Promise<Whom | null> {
    const { selectionId } = await bridge.review.people({ reviewId, key: check.key })
    const { rows } = await bridge.segments.people({ selectionId, slice: { offset: 0, limit: 1 } })
    const [first] = rows
    if (first === undefined) return null
    const persona = of.audience()?.personas.find(({ contactId }) => contactId === first.id)
    const label = persona?.label ?? first.email
    return { as: { kind: 'contact', id: first.id }, label }
  }

  watch(
    [() => of.check()?.key, of.reviewId],
    async () => {
      const mine = ++turn
      const [check, reviewId] = [of.check(), of.reviewId()]
      if (!check?.hasPeople || reviewId === null) return
      // Whoever it was may be gone: the mail stays as it is shown.
      const found = await find(check, reviewId).catch(() => null)
      if (mine === turn && found !== null) affected.value = found
    },
    { immediate: true },
  )
  return affected
}
