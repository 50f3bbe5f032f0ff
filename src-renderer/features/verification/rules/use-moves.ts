import { t } from '../../../../src-shared/messages/message'
import { ref } from 'vue'
import { useRouter } from 'vue-router'
import type { VerdictClass } from '../../../../src-shared/bridge/verdicts'
import { useBridge } from '../../../bridge'
import { useUndoToast } from '../../../kit/page/undo-toast'
import { frozenContactsLink } from '../../../links'
import { useNoticesStore } from '../../../stores/notices'
import type { useRules } from '../use-rules'
import { movedWords, needsAsking, type BoardSign } from './board'

/** Moving signs between classes: counted at once, said in a toast that takes it back, asked about first where it is grave. */
export function useMoves(state: ReturnType<typeof useRules>) {
  const bridge = useBridge()
  const router = useRouter()
  const notices = useNoticesStore()
  const toast = useUndoToast()
  /** A move that waits for a word. */
  const asking = ref<{ sign: BoardSign; to: VerdictClass } | null>(null)

  async function apply(sign: BoardSign, to: VerdictClass): Promise<boolean> {
    const before = state.health.value
    if (!(await state.setRule(sign.sign, to))) return false
    toast(movedWords(to, before, await state.recount()), async () => {
      await state.setRule(sign.sign, sign.class)
      await state.recount()
    })
    return true
  }

  return {
    asking,
    move(sign: BoardSign, to: VerdictClass): void {
      if (needsAsking(to, sign.carried, state.health.value?.contacts ?? 0)) asking.value = { sign, to }
      else void apply(sign, to)
    },
    /** Answers false where it was refused. */
    async confirm(): Promise<boolean> {
      const asked = asking.value
      return asked !== null && (await apply(asked.sign, asked.to))
    },
    async reset(): Promise<void> {
      const moved = state.rules.value?.signs.filter((sign) => sign.class !== sign.usual) ?? []
      if (!(await state.reset())) return
      await state.recount()
      toast(t('verification.useMoves.allSignsAreAs'), async () => {
        for (const { sign, class: to } of moved) await state.setRule(sign, to)
        await state.recount()
      })
    },
    show: (sign: BoardSign) =>
      void notices.attempt(async () => {
        const { selectionId } = await bridge.verdicts.freeze({ standing: { sign: sign.sign } })
        await router.push(frozenContactsLink(selectionId))
      }),
  }
}
