import { t } from '../../../../src-shared/messages/message'
import type { ContactRow } from '../../../../src-shared/bridge/contacts'
import { reachesUnsubscribed } from '../../../../src-shared/interface/campaign'
import { verdictTitles } from '../../../kit/verdict/verdict-words'
import type { OpenAudience } from './use-audience'

/** Why somebody is left out: the first line that does. */
export function becauseWords(
  { subscribed, verdict }: ContactRow,
  audience: OpenAudience,
  nameOf: (segmentId: string) => string,
): string {
  const parts = audience.parts.value
  if (!subscribed && !reachesUnsubscribed(audience.type.value)) return t('words.unsubscribed')
  const without = parts?.without ?? []
  const others = without.filter((id) => audience.verdictOf(id) === null)
  const isOut = without.some((id) => audience.verdictOf(id) === verdict?.class)
  if (verdict !== null && isOut) return verdictTitles[verdict.class]
  const [only] = others
  if (only === undefined) return t('campaigns.audiencePeople.hadAMailLately')
  return others.length === 1 && parts?.lately === null
    ? t('campaigns.audiencePeople.inNameof', { nameOf: nameOf(only) })
    : t('campaigns.audiencePeople.inASegmentOr')
}
