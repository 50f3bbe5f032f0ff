import { forEachDiagnostic, type Diagnostic } from '@codemirror/lint'
import type { EditorState, Text } from '@codemirror/state'
import type { Check, Place } from '../../../../../src-shared/bridge/review'

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

/** What is wrong with a part of a mail that is one line: its title, and why. */
export interface PartFault extends Pick<MailFault, 'severity'> {
  title: string
  sentence: string
}

/** The gravest thing that checks found in each part of a mail; the first of those that are alike. */
export function partFaults(checks: readonly Check[]): Partial<Record<Place['part'], PartFault>> {
  const found: Partial<Record<Place['part'], PartFault>> = {}
  for (const outcome of ['error', 'warning', 'note'] as const) {
    for (const check of checks) {
      const part = check.places[0]?.part
      if (check.outcome !== outcome || part === undefined) continue
      const plain = (text: string) => text.replaceAll('`', '')
      found[part] ??= {
        severity: severities[outcome],
        title: plain(check.title),
        sentence: plain(check.sentence),
      }
    }
  }
  return found
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

const gravity: readonly Diagnostic['severity'][] = ['error', 'warning', 'info', 'hint']

/** The gravest thing that is wrong where the cursor is, or in what is selected; null where nothing is. */
export function faultAtCursor(state: EditorState): Pick<MailFault, 'severity' | 'message'> | null {
  const { from, to } = state.selection.main
  const found: Diagnostic[] = []
  forEachDiagnostic(state, (diagnostic, begin, end) => {
    if (begin <= to && end >= from) found.push(diagnostic)
  })
  found.sort((one, other) => gravity.indexOf(one.severity) - gravity.indexOf(other.severity))
  const [gravest] = found
  if (gravest === undefined) return null
  const { severity, message } = gravest
  return { severity: severity === 'hint' ? 'info' : severity, message }
}
