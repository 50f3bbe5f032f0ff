import { t } from '../../../src-shared/messages/message'
import type { CountDifference } from '../../../src-shared/bridge/capabilities'
import { formatMoment } from '../../format'

interface DifferenceWords {
  /** For the mark beside a count: "3 more at the service". */
  mark: string
  /** Why, in a few words; and what more there is to say. */
  why: string
  more: string
}

/** Words a difference; `now` for times of today. */
export function differenceWords(difference: CountDifference, now: number): DifferenceWords {
  const { here, there } = difference
  const by = Math.abs(there - here)
  const mark = t('lists.differenceWords.byIshereSelectTrue', { by, isHere: there > here })
  return { mark, ...reasonOf(difference, by, now) }
}

/** Both figures of what is counted, in a sentence. */
export function figuresWords({ of, here, there }: CountDifference): string {
  const counted = t('lists.differenceWords.theServiceCountsThere', { there })
  return of.kind === 'campaign'
    ? t('lists.differenceWords.countedWhoGetIt', { counted, here })
    : t('lists.differenceWords.countedPostroomHere', { counted, here })
}

function reasonOf(difference: CountDifference, by: number, now: number): Omit<DifferenceWords, 'mark'> {
  const moment = (at: number) => formatMoment(at, now)
  switch (difference.reason) {
    case 'coming':
      return {
        why: t('lists.differenceWords.byCameInSince', { by, moment: moment(difference.hereAt) }),
        more: t('lists.differenceWords.theNextRefreshReads'),
      }
    case 'gone':
      return {
        why: t('lists.differenceWords.areNoLongerThere', { by }),
        more: t('lists.differenceWords.aFullSyncFinds'),
      }
    case 'kept':
      return {
        why: t('lists.differenceWords.theServiceCountsEvery'),
        more: t('lists.differenceWords.itsNumberIsOf', { moment: moment(difference.thereAt) }),
      }
    case 'saved': {
      const { countedAt } = difference
      const when = countedAt === null ? '' : `, ${moment(countedAt)}`
      return {
        why: t('lists.differenceWords.theServiceCountedWhen', { when }),
        more: t('lists.differenceWords.itCountsAgainWhen'),
      }
    }
    case 'notRead':
      return {
        why: t('lists.differenceWords.itNamesASegment'),
        more: t('lists.differenceWords.aFullSyncReads'),
      }
    case 'unknown':
      return {
        why: t('lists.differenceWords.nobodyKnowsWhy'),
        more: t('lists.differenceWords.aFullSyncReads2'),
      }
  }
}
