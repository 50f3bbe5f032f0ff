import type { Check, ReviewState } from '../../../../src-shared/bridge/review'
import { formatMoment } from '../../../format'
import { countAtStart } from '../../review'

/** How a sign-off stands. */
interface SignOffWords {
  tag: 'Open' | 'Signed' | 'Void'
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

const holds = 'A sign-off holds for this subject, body, sender and audience; any change voids it.'

function hindranceOf({ checks, fresh, offline, closed }: SignOffFacts): string | null {
  if (closed) return 'It is no draft any more.'
  if (offline) return 'Offline. Signing compares with what the service holds, so it waits until that answers.'
  const errors = checks.filter(({ outcome }) => outcome === 'error').length
  if (errors > 0) return `${countAtStart(errors, 'error')} must go first.`
  return fresh ? null : 'The review has to be finished first.'
}

/** That a sign-off holds no longer. */
export function voidWords({ at }: { at: number }, now: number): string {
  return `Signed at ${formatMoment(at, now)}, and changed since.`
}

/** A sign-off in words: its state, what it holds for, and what hinders it. */
export function signOffWords(facts: SignOffFacts): SignOffWords {
  const hindrance = hindranceOf(facts)
  const signed = facts.state?.signOff ?? null
  if (signed?.holds) {
    const at = formatMoment(signed.at, facts.now)
    const warnings =
      signed.warnings === 0 ? '' : ` ${countAtStart(signed.warnings, 'warning')} stood when it was signed.`
    return {
      tag: 'Signed',
      tone: 'success',
      text: `By you at ${at}. It holds for this subject, body, sender and audience; any change voids it.${warnings}`,
      hindrance: null,
    }
  }
  const before = hindrance === null ? '' : `${hindrance} `
  if (signed) {
    return {
      tag: 'Void',
      tone: 'warning',
      text: `${voidWords(signed, facts.now)} ${before}${holds}`,
      hindrance,
    }
  }
  return { tag: 'Open', tone: '', text: `${before}${holds}`, hindrance }
}
