import type { VerdictClass } from '../../../../src-shared/bridge/verdicts'
import { verdictClasses, verdictTitles } from '../../../kit/verdict/verdict-words'

/** The classes to choose from. */
export const classOptions: readonly { value: VerdictClass; label: string }[] = verdictClasses.map(
  (value) => ({
    value,
    label: verdictTitles[value],
  }),
)

/** A number of days as it was typed; null where it is none from 1 to 3,650. */
export function daysOf(text: string): number | null {
  const days = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0
  return days >= 1 && days <= 3650 ? days : null
}
