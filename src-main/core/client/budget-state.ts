import type { AnswerTimes } from './answer-times'
import type { Problem } from '../../../src-shared/problem'

export interface BudgetState {
  /** Requests sent in the last 60 s. */
  spent: number
  /** Of these, those of jobs and syncs. */
  spentInBackground: number
  ceiling: number
  /** Of the ceiling, what background work may take a minute, as 429s have left it. */
  share: number
  /** Whether 429s have left background work less than it is set to. */
  slowed: boolean
  /** Answers of 429 since the client was opened. */
  refusedForRate: number
  /** How often such an answer began to hold requests back: those that came together count once. */
  holds: number
  /** Answers of 500 and above since the client was opened. What may be sent again was, or its job waits and goes on. */
  serverErrors: number
  /** How long answers took, of all since the client was opened. */
  answerTimes: AnswerTimes
  /** Wall-clock instant until which a 429 or the breaker holds requests back; null: not held. */
  heldUntil: number | null
  /** Of the last answer, milliseconds; null before the first. */
  latencyMs: number | null
  /** Why the last request got no answer at all; null once one came (whatever it said), and before the first. */
  unreachable: Problem | null
}
