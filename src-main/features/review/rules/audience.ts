import { bounceLimits } from '../../../../src-shared/campaign-brake'
import type { AudienceSurvey, VerdictTally } from '../../segments/store'
import { counted, figure, found, passed, reviewRule } from './rule'

/**
 * What is expected of each class: of addresses whose domain accepts mail one in two hundred bounces, of those in doubt
 * one in twenty. Verdicts prove domains, not mailboxes, so these are assumptions; they are told with the figure.
 */
const expected: Record<keyof VerdictTally, number> = {
  accepts: 0.005,
  risky: 0.05,
  unknown: 0.05,
  notChecked: 0.03,
  undeliverable: 1,
}

/** The share of mails that will probably bounce, 0 to 1; null where fewer than half of the people were checked. */
export function projectedShare(verdicts: VerdictTally): number | null {
  const classes = Object.keys(expected).filter((name): name is keyof VerdictTally => name in verdicts)
  const all = classes.reduce((sum, name) => sum + verdicts[name], 0)
  if (all === 0 || verdicts.notChecked * 2 > all) return null
  return classes.reduce((sum, name) => sum + verdicts[name] * expected[name], 0) / all
}

/** Somebody would get it. */
export const emptyAudience = reviewRule('emptyAudience', 'audience', (parsed, { survey }) => {
  if (survey === null) return []
  if (survey.willGet > 0) return passed(`${counted(survey.willGet, 'person', 'people')} will get it`)
  const sentence =
    survey.members === 0
      ? 'Nobody in the copy is meant by this audience. Choose another, or sync contacts.'
      : survey.leftOut > 0
        ? `All ${figure(survey.members)} of this audience are unsubscribed, or left out as undeliverable.`
        : `All ${figure(survey.members)} of this audience are unsubscribed.`
  return found('error', 'Nobody will get it', sentence, { count: 0, places: [parsed.placeIn('audience')] })
})

/** Not so many bounce that the sender loses its name. */
export const projectedBounces = reviewRule('projectedBounces', 'audience', (_parsed, { survey }) => {
  if (survey === null || survey.willGet === 0) return []
  const { notChecked, undeliverable: bad } = survey.verdicts
  const share = projectedShare(survey.verdicts)
  if (share === null) {
    const sentence = `${counted(notChecked, 'address was', 'addresses were')} never checked, or too long ago. Verify them to know how many will bounce.`
    return found('note', 'Bounces cannot be projected', sentence, { count: notChecked, hasPeople: true })
  }
  const shown = `${(share * 100).toFixed(1)} %`
  if (share < bounceLimits.warn) return passed(`Projected bounces ${shown}, below 2 %`, '', shown)
  const isOver = share >= bounceLimits.stop
  const sentence =
    `Expected of ${figure(survey.willGet)} mails, by the verdicts of their addresses: all that are undeliverable, one in twenty of the doubtful, one in two hundred of the others. ` +
    (isOver
      ? 'Providers block who has more than 5 %. Leave the undeliverable out.'
      : 'Providers watch who has more than 2 %.')
  const about = { figure: shown, hasPeople: bad > 0 }
  return found(isOver ? 'error' : 'warning', 'Projected bounces', sentence, about)
})

/** Addresses that are known to take no mail. */
export const undeliverable = reviewRule('undeliverable', 'audience', (_parsed, { survey }) => {
  if (survey === null) return []
  const count = survey.verdicts.undeliverable
  if (count === 0) {
    if (survey.leftOut === 0) return passed('No undeliverable address is known')
    const title = `${counted(survey.leftOut, 'undeliverable address is', 'undeliverable addresses are')} left out`
    return passed(title, 'The audience leaves out the segment of the service that holds them.')
  }
  const sentence = `${counted(count, 'address was', 'addresses were')} found undeliverable, and the service writes to ${count === 1 ? 'it' : 'them'} all the same. Correct ${count === 1 ? 'it' : 'them'}, or leave ${count === 1 ? 'it' : 'them'} out.`
  return found('warning', 'Undeliverable addresses', sentence, { count, hasPeople: true })
})

/** Milliseconds within which a second mail is one too many. */
export const recently = 3 * 24 * 3600 * 1000

/** People are not written to again and again. */
export const recentMail = reviewRule('recentMail', 'audience', (_parsed, { survey }) => {
  if (survey === null || survey.recent === null) return []
  if (survey.recent === 0) return passed('Nobody had a mail in the last 3 days')
  const about = { count: survey.recent, hasPeople: true }
  const sentence = `${figure(survey.recent)} of ${counted(survey.willGet, 'person', 'people')} had one already. Who is written to often leaves sooner.${overlapping(survey)}`
  return found('warning', 'Had a mail in the last 3 days', sentence, about)
})

function overlapping({ overlap }: AudienceSurvey): string {
  return overlap.length === 0 ? '' : ' Overlap, beside, says which campaigns those were.'
}
