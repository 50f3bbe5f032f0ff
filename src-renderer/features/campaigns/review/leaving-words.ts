import { t } from '../../../../src-shared/messages/message'
import type { LeavePlan, LeftOut } from '../../../../src-shared/bridge/campaigns'
import type { AudienceReport, Check, Leavable } from '../../../../src-shared/bridge/review'

const people = (count: number) => t('counts.people', { count })

/** Whether a check is about people who can be left out as undeliverable. */
export function isAboutUndeliverable({ rule, outcome, hasPeople }: Check): boolean {
  if (!hasPeople) return false
  if (rule === 'undeliverable') return true
  // As a note it is about people who were never checked.
  return rule === 'projectedBounces' && (outcome === 'error' || outcome === 'warning')
}

/** What the act is called: others of them are left out already, or none are. */
export function leaveLabel(report: Pick<AudienceReport, 'undeliverableLeftOut'> | null): string {
  return report !== null && report.undeliverableLeftOut !== null
    ? t('campaigns.leavingWords.leaveThemOutToo')
    : t('campaigns.checkLine.leaveThemOut')
}

/** The question, and the button that does it: "Leave 389 people out?", "Leave 13 more people out?". */
export function leaveQuestion(
  report: AudienceReport,
  of: Leavable = 'undeliverable',
): { title: string; button: string } {
  const count = report.verdicts[of]
  const more =
    of !== 'undeliverable' || report.undeliverableLeftOut === null
      ? people(count)
      : t('campaigns.leavingWords.countMore', { count })
  return {
    title: t('campaigns.leavingWords.leaveMoreOut', { more }),
    button: t('campaigns.leavingWords.leaveMoreOut2', { more }),
  }
}

/** What it will do, a sentence each: at the service, to the draft, to a sign-off. */
export function planWords(
  { segment, people: all, adds, takes, leftOut }: LeavePlan,
  of: Leavable = 'undeliverable',
): string[] {
  const changes = [
    ...(adds > 0 ? [t('campaigns.leavingWords.peopleAdded', { people: people(adds) })] : []),
    ...(takes > 0 ? [t('campaigns.leavingWords.peopleTakenOutWhose', { people: people(takes), of })] : []),
  ]
  const brought =
    changes.length === 0
      ? t('campaigns.leavingWords.theSegmentNameOf', { name: segment.name })
      : t('campaigns.leavingWords.theSegmentNameOf2', { name: segment.name, join: changes.join(', ') })
  return [
    segment.id === null
      ? t('campaigns.leavingWords.theSegmentNameIs', { name: segment.name, people: people(all), of })
      : brought,
    leftOut ? t('campaigns.leavingWords.theAudienceStaysAs') : t('campaigns.leavingWords.theDraftGoesTo'),
    t('campaigns.leavingWords.aSignOffIs'),
  ]
}

/** What was done. `isWhole`: nothing is left to be said of it. */
export function doneWords({ added, taken, refused, membersRead }: LeftOut): {
  words: string
  isWhole: boolean
} {
  const parts = [
    added > 0 || taken === 0 ? t('campaigns.leavingWords.peopleAddedToThe', { people: people(added) }) : '',
    taken > 0 ? t('campaigns.leavingWords.peopleTakenOutOf', { people: people(taken) }) : '',
  ].filter((part) => part !== '')
  const said = [t('campaigns.leavingWords.leftOutJoin', { join: parts.join(', ') })]
  if (refused > 0) said.push(t('campaigns.leavingWords.theServiceDidNot', { refused }))
  if (!membersRead) said.push(t('campaigns.leavingWords.theMembersCouldNot'))
  return { words: said.join(' '), isWhole: refused === 0 && membersRead }
}
