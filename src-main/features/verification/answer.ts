import { keptWhy } from '../../core/problems'
import { toKeep, toldText } from '../../../src-shared/messages/told'
import type { VerificationAnswer } from '../../../src-shared/interface/verification'
import type { Problem } from '../../../src-shared/problem'
import type { Observed, Sign } from './store/ledger/classes'

/** Words in a service's reasons that say that it could not find out: nothing of such an answer proves a bounce. */
const passing =
  /could ?n[o']t be (asked|checked|looked up|reached|resolved|verified)|time[d -]*out|tempor|gr[ae]y-?list|try (it )?again|servfail|unavailable/i

/** Words that say that it is the address itself, not its domain. */
const form = /\b(syntax|malformed|format)\b/i

/** Signs that a flag stands for by itself. */
const flags = [
  ['isDisposable', 'disposable'],
  ['isTypo', 'typo'],
  ['isPlusAddressed', 'plus'],
  ['isAlias', 'alias'],
  ['isPersonalEmail', 'personal'],
] as const satisfies readonly (readonly [keyof VerificationAnswer, Sign])[]

/** What an answer of the service lets one see. A flag that is missing says nothing, and never that something is missing. */
export function observeAnswer(answer: VerificationAnswer): Observed[] {
  const observed: Observed[] = [observeDomain(answer)]
  for (const [flag, sign] of flags) if (answer[flag] === true) observed.push({ sign })
  // Told to be disposable, or misspelt, it may be called not valid for that: nothing else is to be explained.
  const explained = observed.some(({ sign }) => sign === 'disposable' || sign === 'typo')
  return explained ? observed.filter(({ sign }) => sign !== 'notValid') : observed
}

function observeDomain(answer: VerificationAnswer): Observed {
  const { valid, domainExists, hasMxRecords, isDisposable, reasons } = answer
  if (valid === true) {
    // That it is valid proves nothing by itself: a service may say so of any text with an @.
    const proved = domainExists !== false && (domainExists === true || hasMxRecords === true)
    return { sign: proved ? 'takesMail' : 'incomplete' }
  }
  if (hasMxRecords === true) {
    return valid === false ? { sign: 'notValid', details: quoted(reasons) } : { sign: 'takesMail' }
  }
  if (reasons.some((reason) => passing.test(reason))) return { sign: 'lookupFailed' }
  if (valid === false && reasons.some((reason) => form.test(reason))) {
    return { sign: 'syntax', details: quoted(reasons) }
  }
  if (domainExists === false && hasMxRecords === false) return { sign: 'noDomain' }
  // A domain without MX records may take mail at its own address: only a `valid` that nothing else explains tells.
  const isUnexplained = valid === false && isDisposable !== true
  if (domainExists === true && hasMxRecords === false && isUnexplained) return { sign: 'noMailServer' }
  return isDisposable === true ? { sign: 'disposable' } : { sign: 'incomplete' }
}

/** At most three of the service's own sentences, as such. */
function quoted(reasons: readonly string[]): string[] {
  return reasons
    .slice(0, 3)
    .map((reason) => reason.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim())
    .filter((reason) => reason !== '')
    .map((reason) =>
      toKeep('told.serviceSaid', {
        value: reason.length > 200 ? `${reason.slice(0, 199)}…` : reason,
      }),
    )
}

/**
 * What a failure to ask about one address lets one see; null where it concerns all of them (a refused key, a service
 * that cannot be reached, a full disk).
 */
export function observeFailure(problem: Problem): Observed | null {
  const sign = failures[problem.code]
  if (sign === undefined) return null
  // Another field than the address at fault: no address would be checked.
  if (problem.code === 'invalid_request' && problem.status === 422) return null
  return { sign, details: [toldText(keptWhy(problem))] }
}

const failures: Partial<Record<Problem['code'], Sign>> = {
  service_failed: 'serviceFailed',
  timed_out: 'timedOut',
  connection_reset: 'connectionLost',
  rate_limited: 'rateLimited',
  answer_for_another: 'answerForAnother',
  answer_malformed: 'answerUnreadable',
  answer_too_large: 'answerUnreadable',
  invalid_request: 'notChecked',
  conflict: 'notChecked',
}
