import { spokenTag, t } from '../../../../src-shared/messages/message'
import { found, mono, passed, reviewRule } from './rule'

/** Nobody gets the same twice, unless somebody says why. */
export const sameMail = reviewRule('sameMail', 'audience', (parsed, { survey, sameMails, ownZone }) => {
  if (survey === null) return []
  if (sameMails.length === 0) return passed(t('review.sameMail.nobodyGotTheSame'))
  return sameMails.map(({ id, name, sentAt, ahead, same, count }) => {
    const day = new Intl.DateTimeFormat(spokenTag() === 'en' ? 'en-GB' : spokenTag(), {
      dateStyle: 'medium',
      timeZone: ownZone,
    }).format(sentAt)
    const values = { name: mono(name), same, count, willGet: survey.willGet, day }
    return found(
      'error',
      ahead
        ? t('review.sameMail.theSameIsScheduled', { same })
        : t('review.sameMail.theSameWasSent', { same }),
      ahead ? t('review.sameMail.nameGoesToCount', values) : t('review.sameMail.nameWentToCount', values),
      { key: id, count, hasPeople: true, places: [parsed.placeIn(same === 'body' ? 'audience' : 'subject')] },
    )
  })
})
