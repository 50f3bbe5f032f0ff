import { z } from 'zod'
import type { DraftStep } from '../../../../src-shared/bridge/workflow-steps'
import { deployedConfigs } from '../../../../src-shared/workflows/deployed-steps'
import { answerWords } from './exits'

const answerSchema = z.looseObject({
  id: z.string(),
  name: z.string().nullish(),
  operator: z.string().catch('equals'),
  value: z.unknown(),
})
/** An answer to a question, with the way that it opens. */
export type DraftAnswer = z.infer<typeof answerSchema>

/** The answers that a question has, in their order. */
export function answersOf(config: DraftStep['config']): DraftAnswer[] {
  const { data } = deployedConfigs.manyWays.safeParse(config)
  return (data?.branches ?? []).map((one) => answerSchema.parse(one))
}

/** The question with other answers; each is called what it compares. */
export function withAnswers(
  config: DraftStep['config'],
  answers: readonly DraftAnswer[],
): DraftStep['config'] {
  return { ...config, branches: answers.map((one) => ({ ...one, name: answerWords(one) })) }
}

/** An id that none of these answers has. */
export function freeAnswer(answers: readonly DraftAnswer[]): string {
  const used = new Set(answers.map(({ id }) => id))
  let number = 1
  while (used.has(`b${number}`)) number += 1
  return `b${number}`
}
