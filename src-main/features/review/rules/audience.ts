import { spokenTag, t } from '../../../../src-shared/messages/message'
import { bounceLimits } from '../../../../src-shared/campaign-brake'
import { projectedShare } from '../../../../src-shared/projected-bounces'
import { found, passed, reviewRule } from './rule'

/** Somebody would get it. */
export const emptyAudience = reviewRule('emptyAudience', 'audience', (parsed, { survey }) => {
  if (survey === null) return []
  if (survey.willGet > 0) return passed(t('review.audience.peopleWillGetIt', { willGet: survey.willGet }))
  const sentence =
    survey.members === 0
      ? t('review.audience.nobodyInTheCopy')
      : survey.leftOut > 0
        ? t('review.audience.allMembersOfThis', { members: survey.members })
        : t('review.audience.allMembersOfThis2', { members: survey.members })
  return found('error', t('review.audience.nobodyWillGetIt'), sentence, {
    count: 0,
    places: [parsed.placeIn('audience')],
  })
})

/** Not so many bounce that the sender loses its name. */
export const projectedBounces = reviewRule('projectedBounces', 'audience', (_parsed, { survey }) => {
  if (survey === null || survey.willGet === 0) return []
  const { notChecked, undeliverable: bad } = survey.verdicts
  const share = projectedShare(survey)
  if (share === null) {
    const sentence = t('review.audience.addressesWereNeverChecked', { notChecked })
    return found('note', t('review.audience.bouncesCannotBeProjected'), sentence, {
      count: notChecked,
      hasPeople: true,
    })
  }
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  const shown = `${(share * 100).toLocaleString(spokenTag(), digits)} %`
  if (share < bounceLimits.warn)
    return passed(t('review.audience.projectedBouncesShownBelow', { shown }), '', shown)
  const isOver = share >= bounceLimits.stop
  const sentence = t('review.audience.expectedOfWillgetMails', { willGet: survey.willGet, isIsOver: isOver })
  const about = { figure: shown, hasPeople: bad > 0 }
  return found(isOver ? 'error' : 'warning', t('review.audience.projectedBounces'), sentence, about)
})

/** Addresses that are known to take no mail. */
export const undeliverable = reviewRule('undeliverable', 'audience', (_parsed, { survey }) => {
  if (survey === null) return []
  const count = survey.verdicts.undeliverable
  if (count === 0) {
    if (survey.leftOut === 0) return passed(t('review.audience.noUndeliverableAddressIs'))
    const title = t('review.audience.undeliverableAddressesAreLeft', { leftOut: survey.leftOut })
    return passed(title, t('review.audience.theAudienceLeavesOut'))
  }
  const sentence = t('review.audience.addressesWereFoundUndeliverable', { count })
  return found('warning', t('review.audience.undeliverableAddresses'), sentence, { count, hasPeople: true })
})

/** Milliseconds within which a second mail is one too many. */
export const recently = 3 * 24 * 3600 * 1000

/** People are not written to again and again. */
export const recentMail = reviewRule('recentMail', 'audience', (_parsed, { survey }) => {
  if (survey === null || survey.recent === null) return []
  if (survey.recent === 0) return passed(t('review.audience.nobodyHadAMail'))
  const about = { count: survey.recent, hasPeople: true }
  const sentence = t('review.audience.recentOfPeopleHad', {
    recent: survey.recent,
    willGet: survey.willGet,
    overlaps: survey.overlap.length > 0,
  })
  return found('warning', t('review.audience.hadAMailIn'), sentence, about)
})
