import type { BoughtMapping, BoughtProposal, VerdictClass } from '../../../../src-shared/bridge/verdicts'

/** What a person says about a file of bought verdicts, as far as it is filled in. */
export interface BoughtForm {
  email: number | null
  result: number | null
  reason: number | null
  vendor: string
  /** A column with dates, or one day for all. */
  dates: 'column' | 'day'
  dateColumn: number | null
  format: string
  /** "2026-11-20". */
  day: string
  /** What each text of the result column means; null: left out. */
  classes: Record<string, VerdictClass | null>
}

/** A form as the file proposes it. `today`: the local day, "2026-11-20". */
export function formOf(proposal: BoughtProposal, today: string): BoughtForm {
  return {
    email: proposal.email,
    result: proposal.result,
    reason: proposal.reason,
    vendor: proposal.vendor ?? '',
    dates: proposal.checked ? 'column' : 'day',
    dateColumn: proposal.checked?.index ?? null,
    format: proposal.checked?.format ?? 'YYYY-MM-DD',
    day: today,
    classes: Object.fromEntries(proposal.results.map((one) => [one.text, one.class])),
  }
}

/** The mapping that a form stands for; null while something is missing. */
export function mappingOf(form: BoughtForm): BoughtMapping | null {
  const { email, result, reason } = form
  const vendor = form.vendor.trim()
  const classes = Object.entries(form.classes).flatMap(([text, to]) =>
    to === null ? [] : [{ text, class: to }],
  )
  const checked = checkedOf(form)
  if (email === null || result === null || vendor === '' || checked === null || classes.length === 0)
    return null
  return { email, result, reason, vendor, checked, classes }
}

function checkedOf({ dates, dateColumn, format, day }: BoughtForm): BoughtMapping['checked'] | null {
  if (dates === 'column') {
    return dateColumn === null || format.trim() === ''
      ? null
      : { kind: 'column', index: dateColumn, format: format.trim() }
  }
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00`) : Number.NaN
  return Number.isNaN(at) ? null : { kind: 'day', at }
}

/** How dates are commonly written in such files. */
export const dateFormats = [
  'YYYY-MM-DD',
  'YYYY-MM-DD HH:mm:ss',
  'YYYY-MM-DDTHH:mm:ssZ',
  'DD.MM.YYYY',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
] as const
