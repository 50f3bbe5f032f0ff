import type { ColumnChoice } from '../../../src-shared/bridge/imports'

/** Rows of {@link peopleText}. */
export const people = 8000

/** A text of many rows, always the same one. */
export function peopleText(): string {
  const rows = Array.from(
    { length: people },
    (_, index) => `person${index}@firm${index % 7}.example,plan ${index % 5}`,
  )
  return ['email,plan', ...rows].join('\n')
}

/** Where its columns go. */
export const choicesFor: (ColumnChoice & { index: number })[] = [
  { index: 0, target: { kind: 'email' }, as: { type: 'text' }, rule: 'overwrite' },
  { index: 1, target: { kind: 'data', key: 'plan' }, as: { type: 'text' }, rule: 'overwrite' },
]
