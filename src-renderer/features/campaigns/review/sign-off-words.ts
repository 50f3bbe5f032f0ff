import { t } from '../../../../src-shared/messages/message'
import type { Check, ReviewState } from '../../../../src-shared/bridge/review'
import { formatMoment } from '../../../format'

/** How a sign-off stands. */
interface SignOffWords {
  signed: boolean
  tag: string
  tone: '' | 'success' | 'warning'
  text: string
  /** What hinders signing; null: nothing. */
  hindrance: string | null
}

/** What a sign-off depends on. */
interface SignOffFacts {
  state: ReviewState | null
  checks: readonly Check[]
  /** There is a review that came to its end, and nothing changed since. */
  fresh: boolean
  offline: boolean
  /** It was sent, or is on its way: there is nothing left to sign. */
  closed: boolean
  now: number
}

const holds = t('campaigns.signOffWords.aSignOffHolds')

/** What hinders signing; null: nothing. */
export function hindranceOf({
  checks,
  fresh,
  offline,
  closed,
}: Pick<SignOffFacts, 'checks' | 'fresh' | 'offline' | 'closed'>): string | null {
  if (closed) return t('campaigns.signOffWords.itIsNoDraft')
  if (offline) return t('campaigns.signOffWords.offlineSigningComparesWith')
  const errors = checks.filter(({ outcome }) => outcome === 'error').length
  if (errors > 0) return t('campaigns.signOffWords.errorsMustGoFirst', { errors })
  return fresh ? null : t('campaigns.signOffWords.theReviewHasTo')
}

/** That a sign-off holds no longer. */
export function voidWords({ at }: { at: number }, now: number): string {
  return t('campaigns.signOffWords.signedAtMomentAnd', { moment: formatMoment(at, now) })
}

/** A sign-off in words: its state, what it holds for, and what hinders it. */
export function signOffWords(facts: SignOffFacts): SignOffWords {
  const hindrance = hindranceOf(facts)
  const signed = facts.state?.signOff ?? null
  if (signed?.holds) {
    const { warnings } = signed
    const byYou = t('campaigns.signOffWords.byYouAtMoment', { moment: formatMoment(signed.at, facts.now) })
    return {
      signed: true,
      tag: t('campaigns.audienceSum.signed'),
      tone: 'success',
      text:
        warnings === 0 ? byYou : `${byYou} ${t('campaigns.signOffWords.warningsStoodWhenIt', { warnings })}`,
      hindrance: null,
    }
  }
  const before = hindrance === null ? '' : `${hindrance} `
  if (signed) {
    return {
      signed: false,
      tag: t('campaigns.signOffWords.void'),
      tone: 'warning',
      text: `${voidWords(signed, facts.now)} ${before}${holds}`,
      hindrance,
    }
  }
  return {
    signed: false,
    tag: t('campaigns.audienceSum.open'),
    tone: '',
    text: `${before}${holds}`,
    hindrance,
  }
}
