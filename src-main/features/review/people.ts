import { tell } from '../../../src-shared/messages/told'
import type { AudiencePart } from '../segments/store'
import type { Cache } from '../../cache/store'
import { problem } from '../../core/problems'
import { mailboxes } from '../../../src-shared/address/mailboxes'
import { shownBy } from './rules/programs/tables'
import { projectedShare } from '../../../src-shared/projected-bounces'
import { zonesAtNight } from './rules/schedule'
import type { EndedReview } from './run'

/** So many reviews are remembered. */
const most = 8

/** The newest reviews, for who asks for the people behind a figure. */
export class RememberedReviews {
  readonly #reviews = new Map<string, EndedReview>()

  add(review: EndedReview): void {
    this.#reviews.set(review.id, review)
    const [oldest] = this.#reviews.keys()
    if (this.#reviews.size > most && oldest !== undefined) this.#reviews.delete(oldest)
  }

  letGo(id: string): void {
    this.#reviews.delete(id)
  }

  /** Freezes the people that a check, or a figure of the audience, counted. `not_found` where the review is too old. */
  async people(id: string, key: string, cache: Cache): Promise<{ selectionId: string; count: number }> {
    const review = this.#reviews.get(id)
    if (review?.surveyed) {
      const part = partOf(key, review)
      if (part !== null) {
        return cache.audience.part({ selectionId: review.surveyed.survey.selectionId, part })
      }
    }
    throw problem('not_found', {
      title: tell('review.people.thisReviewIsToo'),
      why: tell('review.people.thePeopleThatIt'),
      action: tell('review.people.reviewTheCampaignAgain'),
    })
  }
}

/** Which of the people a key means: that of a check, or `domain:`, `verdict:` and `overlap:` with what they name. */
function partOf(key: string, { surveyed, surroundings }: EndedReview): AudiencePart | null {
  const [rule = '', ...rest] = key.split(':')
  const of = rest.join(':')
  switch (rule) {
    case 'missingValue':
      return { kind: 'missing', variable: of }
    case 'undeliverable':
      return { kind: 'verdict', class: 'undeliverable' }
    case 'projectedBounces':
      return {
        kind: 'verdict',
        class: surveyed && projectedShare(surveyed.survey) === null ? 'notChecked' : 'undeliverable',
      }
    case 'recentMail':
      return surveyed ? { kind: 'recent', mail: surveyed.recent } : null
    case 'nightTime':
      return { kind: 'zones', zones: zonesAtNight(surroundings) }
    case 'mailPrograms': {
      const shows = shownBy(of)
      return { kind: 'mailboxes', mailboxes: mailboxes.filter((mailbox) => shows[mailbox] === false) }
    }
    case 'domain':
      return { kind: 'domain', domain: of }
    case 'verdict':
      return of === 'accepts' ||
        of === 'risky' ||
        of === 'undeliverable' ||
        of === 'unknown' ||
        of === 'notChecked'
        ? { kind: 'verdict', class: of }
        : null
    case 'sameMail':
    case 'overlap': {
      const sent = surveyed?.sent.get(of)
      return sent ? { kind: 'sent', campaign: sent.campaign } : null
    }
    default:
      return null
  }
}
