import type { CountDifference } from '../../../src-shared/bridge/capabilities'
import { formatCount, formatMoment, formatNumber } from '../../format'

/** A difference of two counts in words. */
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
  const mark = `${formatNumber(by)} ${there > here ? 'more' : 'fewer'} at the service`
  return { mark, ...reasonOf(difference, by, now) }
}

/** Both figures of what is counted, in a sentence. */
export function figuresWords({ of, here, there }: CountDifference): string {
  const counted = `The service counts ${formatNumber(there)}`
  return of.kind === 'campaign'
    ? `${counted} who get it, Postroom ${formatNumber(here)}.`
    : `${counted}, Postroom ${formatNumber(here)}.`
}

function reasonOf(difference: CountDifference, by: number, now: number): Omit<DifferenceWords, 'mark'> {
  const moment = (at: number) => formatMoment(at, now)
  switch (difference.reason) {
    case 'coming':
      return {
        why: `${formatNumber(by)} came in since ${moment(difference.hereAt)}.`,
        more: 'The next refresh reads them.',
      }
    case 'gone':
      return {
        why: `${formatCount(by, 'is', 'are')} no longer there.`,
        more: 'A full sync finds out who.',
      }
    case 'kept':
      return {
        why: 'The service counts every 5 minutes.',
        more: `Its number is of ${moment(difference.thereAt)}.`,
      }
    case 'saved': {
      const { countedAt } = difference
      const when = countedAt === null ? '' : `, ${moment(countedAt)}`
      return {
        why: `The service counted when it was saved${when}.`,
        more: 'It counts again when it sends.',
      }
    }
    case 'notRead':
      return {
        why: 'It names a segment that the copy does not hold whole.',
        more: 'A full sync reads it.',
      }
    case 'unknown':
      return { why: 'Nobody knows why.', more: 'A full sync reads everything anew.' }
  }
}
