import { tell } from '../../../src-shared/messages/told'
import type { Clock } from '../../core/clock'
import { createHash } from 'node:crypto'
import {
  reviewFoundSchema,
  ruleSchema,
  type Audience,
  type Mail,
  type ReviewState,
} from '../../../src-shared/bridge/review'
import type { Campaign } from '../../../src-shared/interface/campaign'
import type { KeptSignOff } from './store/reviews'
import type { Cache } from '../../cache/store'
import { recordOf } from '../catalogue'
import { canonical } from '../../../src-shared/same-value'
import { problem } from '../../core/problems'
import { audienceOf, mailOf } from './of-campaign'

/**
 * What a sign-off is bound to, as 64 hexadecimal digits: subject, body, sender, answer address, type and audience
 * definition. The order of keys, and keys that say nothing, make no difference; the order of lists does.
 */
export function hashOf(mail: Mail, audience: Audience): string {
  return createHash('sha256').update(canonical({ mail, audience })).digest('hex')
}

/** {@link hashOf} of a campaign as the service holds it; null where its audience cannot be read. */
export function hashOfCampaign(campaign: Campaign): string | null {
  const { audience } = audienceOf(campaign)
  return audience === null ? null : hashOf(mailOf(campaign), audience)
}

/** Sign-offs, and rules that were switched off, by campaign. */
export class SignOffs {
  constructor(
    private readonly cache: Pick<Cache, 'reviews' | 'catalogue'>,
    private readonly clock: Clock,
  ) {}

  /** What is kept of a campaign's reviews. */
  async state(campaignId: string): Promise<ReviewState> {
    const { last, signOff, off } = await this.cache.reviews.state(campaignId)
    const hash = signOff === null && last === null ? null : await this.#hashNow(campaignId)
    return {
      signOff:
        signOff === null
          ? null
          : {
              at: signOff.at,
              hash: signOff.hash,
              warnings: signOff.warnings,
              holds: signOff.hash === hash,
            },
      off: off.flatMap(({ rule, reason, at }) => {
        // A rule of an older version that is none any more switches nothing off.
        const known = ruleSchema.safeParse(rule)
        return known.success ? [{ rule: known.data, reason, at }] : []
      }),
      last:
        last === null
          ? null
          : {
              at: last.at,
              people: last.people,
              findings: last.hash === hash ? last.errors + last.warnings : null,
              found: last.found === null ? null : reviewFoundSchema.parse(JSON.parse(last.found)),
            },
    }
  }

  /**
   * The sign-off that lets a campaign be sent; null where there is none, or anything that it is bound to has changed.
   * `campaign`: as the service holds it now, which is what counts.
   */
  async holding(campaign: Campaign): Promise<KeptSignOff | null> {
    const { signOff } = await this.cache.reviews.state(campaign.id)
    return signOff !== null && signOff.hash === hashOfCampaign(campaign) ? signOff : null
  }

  /** Throws `conflict` where the newest review has errors, is another one, or the campaign is by now. */
  async refuse(campaign: Campaign, hash: string): Promise<void> {
    const { last } = await this.cache.reviews.state(campaign.id)
    if (last !== null && last.hash === hash && last.errors > 0) {
      throw problem('conflict', {
        title: tell('review.signOff.errorsMustGoFirst'),
        why: tell('review.signOff.theReviewFoundErrors', { errors: last.errors }),
        action: tell('review.signOff.correctWhatIsWrong'),
      })
    }
    if (hashOfCampaign(campaign) !== hash) {
      throw problem('conflict', {
        title: tell('words.theCampaignHasChanged'),
        why: tell('review.signOff.itsSubjectBodySender'),
        action: tell('review.reviews.reviewItAgainThen'),
      })
    }
  }

  /** Signs off; rejects where {@link SignOffs.refuse} does. */
  async sign(campaign: Campaign, hash: string): Promise<void> {
    await this.refuse(campaign, hash)
    await this.cache.reviews.sign({ campaignId: campaign.id, hash, now: this.clock.now() })
  }

  /** Takes a sign-off back. */
  async open(campaignId: string): Promise<void> {
    await this.cache.reviews.open({ campaignId, now: this.clock.now() })
  }

  async #hashNow(campaignId: string): Promise<string | null> {
    const campaign = await recordOf(this.cache, 'campaigns', campaignId)
    return campaign && hashOfCampaign(campaign)
  }
}
