import type { Diagnostic } from '@codemirror/lint'
import type { Text } from '@codemirror/state'
import type { Check, Place } from '../../../../src-shared/bridge/review'

/** Something that is wrong at a place of what is written, in words. */
export interface MailFault {
  /** Lines and columns from 1. */
  place: Pick<Place, 'line' | 'column' | 'length'>
  severity: 'error' | 'warning' | 'info'
  message: string
}

const severities = { error: 'error', warning: 'warning', note: 'info' } as const

/** What checks found in one part of a mail. */
export function faultsOf(checks: readonly Check[], part: Place['part']): MailFault[] {
  return checks.flatMap(({ outcome, title, sentence, places }) => {
    if (outcome === 'passed' || outcome === 'off') return []
    const message = `${title}. ${sentence}`.replaceAll('`', '')
    return places
      .filter((place) => place.part === part)
      .map((place) => ({ place, severity: severities[outcome], message }))
  })
}

/** Where a place is in a text: offsets, within it whatever the place says. */
export function spanOf(
  text: Text,
  { line, column, length }: MailFault['place'],
): { from: number; to: number } {
  const at = text.line(Math.min(Math.max(1, line), text.lines))
  const from = Math.min(at.from + Math.max(0, column - 1), at.to)
  return { from, to: Math.min(from + Math.max(0, length), text.length) }
}

/** Faults as the editor underlines them. */
export function diagnosticsOf(text: Text, faults: readonly MailFault[]): Diagnostic[] {
  return faults
    .map(({ place, severity, message }) => ({ ...spanOf(text, place), severity, message }))
    .sort((one, other) => one.from - other.from)
}
