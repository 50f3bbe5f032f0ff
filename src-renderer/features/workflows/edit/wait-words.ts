import { t } from '../../../../src-shared/messages/message'
import type { DraftStep } from '../../../../src-shared/bridge/workflow-steps'
import { delayMs, stepConfigSchemas } from '../../../../src-shared/interface/workflow'
import { formatSpan } from '../../../format'

/** How long a step waits at the most, in words: "14 d", "as long as it takes". */
export function waitWords(config: DraftStep['config']): string {
  const { data: delay } = stepConfigSchemas.DELAY.safeParse(config)
  if (delay) return formatSpan(delayMs(delay))
  return typeof config.timeout === 'number'
    ? formatSpan(config.timeout * 1000)
    : t('workflows.eventFields.asLongAsIt')
}
