import { t } from '../../../src-shared/messages/message'
import { computed, type ComputedRef } from 'vue'
import { nounInSentence } from '../../format'
import { useLiveStore } from '../../stores/live'

/** Why records of the catalogue cannot be written now; empty where they can (docs/rules.md, rule 11). `nouns`: "Workflows". */
export function useWriteHindrance(nouns: string): ComputedRef<string> {
  const live = useLiveStore()
  return computed(() => {
    if (live.current?.readOnly)
      return t('kit.writeHindrance.thisProfileIsRead', { lowerCase: nounInSentence(nouns) })
    return live.offline ? t('kit.writeHindrance.offlineNounsAreChanged', { nouns }) : ''
  })
}
