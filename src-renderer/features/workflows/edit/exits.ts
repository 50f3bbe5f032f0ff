import { t } from '../../../../src-shared/messages/message'
import { z } from 'zod'
import type { DraftStep } from '../../../../src-shared/bridge/workflow-steps'
import { deployedConfigs } from '../../../../src-shared/workflows/deployed-steps'
import { comparisonWords } from '../../segments'

interface Exit {
  branch: string
  /** "Yes", "is pro", "Otherwise"; empty for the only one. */
  label: string
}

const timesOutSchema = z.object({ timeout: z.number() })
const answerSchema = z.object({ operator: z.string(), value: z.unknown().optional() })

const only: readonly Exit[] = [{ branch: '', label: '' }]
const yesOrNo: readonly Exit[] = [
  { branch: 'yes', label: t('words.yes') },
  { branch: 'no', label: t('words.no') },
]

/** How a value is compared, where a deployed service does: each with its word. */
export const comparisons = {
  ...comparisonWords,
  exists: t('words.hasAValue'),
  notExists: t('words.isEmpty'),
} as const
type Comparison = keyof typeof comparisons

const isComparison = (word: string): word is Comparison => Object.hasOwn(comparisons, word)

/** What an answer is called in few words: "is pro". */
export function answerWords(answer: unknown): string {
  const { data } = answerSchema.safeParse(answer)
  if (!data) return t('workflows.exits.something')
  const word = isComparison(data.operator) ? comparisons[data.operator] : data.operator
  const value = typeof data.value === 'string' ? data.value : JSON.stringify(data.value ?? '')
  return takesValue(data.operator) ? `${word} ${value}` : word
}

/** Whether something is compared with. */
export function takesValue(operator: string): boolean {
  return operator !== 'exists' && operator !== 'notExists'
}

/** The ways out that a step has by its kind and settings, in order; none where it ends. */
export function exitsOf({ type, config }: Pick<DraftStep, 'type' | 'config'>): readonly Exit[] {
  if (type === 'EXIT') return []
  if (type === 'WAIT_FOR_EVENT') {
    const happened = { branch: 'event', label: t('workflows.exits.itHappened') }
    return timesOutSchema.safeParse(config).success
      ? [happened, { branch: 'timeout', label: t('workflows.exits.timeRanOut') }]
      : [happened]
  }
  if (type !== 'CONDITION') return only
  const { data: question } = deployedConfigs.manyWays.safeParse(config)
  if (!question) return yesOrNo
  return [
    ...question.branches.map((answer) => ({ branch: answer.id, label: answerWords(answer) })),
    { branch: 'default', label: t('workflows.answerFields.otherwise') },
  ]
}
