import { t } from '../../../src-shared/messages/message'
import { ruleSchema, type Check, type Place } from '../../../src-shared/bridge/review'
import { formatNumber } from '../../format'

/** Checks that are listed together: of one outcome, or of what mail programs leave out. */
interface CheckGroup {
  outcome: Check['outcome'] | 'programs'
  title: string
  checks: readonly Check[]
}

const titles: readonly { outcome: CheckGroup['outcome']; title: string }[] = [
  { outcome: 'error', title: t('review.checkGroups.errors') },
  { outcome: 'warning', title: t('words.warnings') },
  { outcome: 'programs', title: t('review.checkGroups.mailPrograms') },
  { outcome: 'note', title: t('words.notes') },
  { outcome: 'passed', title: t('review.checkGroups.passed') },
  { outcome: 'off', title: t('review.checkGroups.off') },
]

const order = new Map<string, number>(ruleSchema.options.map((rule, at) => [rule, at]))

/** What a check is listed with: what mail programs leave out blocks nothing, and stands apart. */
function groupOf({ rule, outcome }: Check): CheckGroup['outcome'] {
  return rule === 'mailPrograms' && (outcome === 'warning' || outcome === 'note') ? 'programs' : outcome
}

/**
 * Checks by outcome, the gravest first; within one in the rules' order, whichever was told first, and what mail programs leave
 * out by how many people it reaches.
 */
export function checkGroups(checks: readonly Check[]): CheckGroup[] {
  const sorted = [...checks].sort(
    (a, b) =>
      (order.get(a.rule) ?? 0) - (order.get(b.rule) ?? 0) ||
      (b.programs?.people ?? 0) - (a.programs?.people ?? 0) ||
      a.key.localeCompare(b.key),
  )
  return titles
    .map(({ outcome, title }) => ({
      outcome,
      title,
      checks: sorted.filter((one) => groupOf(one) === outcome),
    }))
    .filter((group) => group.checks.length > 0)
}

/** How many things a person should look at: all but what passed or is off. */
export function findings(checks: readonly Check[]): number {
  return checks.filter(({ outcome }) => outcome !== 'passed' && outcome !== 'off').length
}

/** What stands at the end of a check's line; empty where there is nothing to count. */
export function checkFigure({ figure, count }: Pick<Check, 'figure' | 'count'>): string {
  return figure ?? (count === null ? '' : formatNumber(count))
}

/** Text in parts: what a person wrote stands between backticks, and is set in mono. */
export function markedParts(text: string): { text: string; mono: boolean }[] {
  return text
    .split('`')
    .map((part, at) => ({ text: part, mono: at % 2 === 1 }))
    .filter((part) => part.text !== '')
}

const parts: Record<Exclude<Place['part'], 'body'>, string> = {
  subject: t('review.checkGroups.theSubject'),
  from: t('review.checkGroups.theSender'),
  fromName: t('review.checkGroups.theSendersName'),
  replyTo: t('review.checkGroups.theReplyTo'),
  audience: t('review.checkGroups.theAudience'),
  schedule: t('review.checkGroups.theSchedule'),
}

/** Where a place is, after "Go to": "line 18", "the subject". */
export function placeWords({ part, line }: Pick<Place, 'part' | 'line'>): string {
  return part === 'body' ? t('review.checkGroups.lineLine', { line }) : parts[part]
}

/** A place for each line or part: two on one line are gone to alike. */
export function distinctPlaces(places: readonly Place[]): Place[] {
  const seen = new Set<string>()
  return places.filter((place) => {
    const words = placeWords(place)
    if (seen.has(words)) return false
    seen.add(words)
    return true
  })
}

/** Rules about links: those that are found can be looked up beside them. */
export function isAboutLinks(check: Pick<Check, 'rule'>): boolean {
  return ['linkMalformed', 'linkPlaceholder', 'linkInsecure', 'linkTracked', 'linkHosts'].includes(check.rule)
}
