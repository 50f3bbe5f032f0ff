import type { LeavePlan, LeftOut } from '../../../../src-shared/bridge/campaigns'
import type { AudienceReport, Check } from '../../../../src-shared/bridge/review'
import { formatCount, formatNumber } from '../../../format'

const people = (count: number) => formatCount(count, 'person', 'people')

/** Whether a check is about people who can be left out as undeliverable. */
export function isAboutUndeliverable({ rule, outcome, hasPeople }: Check): boolean {
  if (!hasPeople) return false
  if (rule === 'undeliverable') return true
  // As a note it is about people who were never checked.
  return rule === 'projectedBounces' && (outcome === 'error' || outcome === 'warning')
}

/** What the act is called: others of them are left out already, or none are. */
export function leaveLabel(report: Pick<AudienceReport, 'undeliverableLeftOut'> | null): string {
  return report !== null && report.undeliverableLeftOut !== null ? 'Leave them out too' : 'Leave them out'
}

/** The question, and the button that does it: "Leave 389 people out?", "Leave 13 more people out?". */
export function leaveQuestion(report: AudienceReport): { title: string; button: string } {
  const count = report.verdicts.undeliverable
  const more = report.undeliverableLeftOut === null ? people(count) : `${formatNumber(count)} more`
  return { title: `Leave ${more} out?`, button: `Leave ${more} out` }
}

/** What it will do, a sentence each: at the service, to the draft, to a sign-off. */
export function planWords({ segment, people: all, adds, takes, leftOut }: LeavePlan): string[] {
  const changes = [
    ...(adds > 0 ? [`${people(adds)} added`] : []),
    ...(takes > 0 ? [`${people(takes)} taken out whose address takes mail by now`] : []),
  ]
  const brought =
    changes.length === 0
      ? `The segment “${segment.name}” of the service is up to date.`
      : `The segment “${segment.name}” of the service is brought up to date: ${changes.join(', ')}.`
  return [
    segment.id === null
      ? `The segment “${segment.name}” is made at the service, with all ${people(all)} of the copy whose address is undeliverable.`
      : brought,
    leftOut
      ? 'The audience stays as it is: it leaves this segment out already.'
      : 'The draft goes to the same audience, but for the members of this segment.',
    'A sign-off is void then. The audience can be taken back to what it was.',
  ]
}

/** What was done. `isWhole`: nothing is left to be said of it. */
export function doneWords({ added, taken, refused, membersRead }: LeftOut): {
  words: string
  isWhole: boolean
} {
  const parts = [
    added > 0 || taken === 0 ? `${people(added)} added to the segment` : '',
    taken > 0 ? `${people(taken)} taken out of it` : '',
  ].filter((part) => part !== '')
  const said = [`Left out: ${parts.join(', ')}.`]
  if (refused > 0)
    said.push(`The service did not take ${formatCount(refused, 'address', 'addresses')} as members.`)
  if (!membersRead)
    said.push('The members could not be read again: the figures are of before, until the next sync.')
  return { words: said.join(' '), isWhole: refused === 0 && membersRead }
}
