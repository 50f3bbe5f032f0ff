import { keptWhy } from '../../core/problems'
import { toldText } from '../../../src-shared/messages/told'
import { looksLikeAddress } from '../../../src-shared/address/parts'
import type { Verdict } from '../../../src-shared/bridge/verdicts'
import type { VerificationAnswer } from '../../../src-shared/interface/verification'
import type { Problem } from '../../../src-shared/problem'
import type { VerifyOutcome } from '../../core/client/verify'
import type { LedgerEntry, LedgerVerdict } from './store/ledger/api'
import { observeAnswer, observeFailure } from './answer'
import { classify, type Observed, type Sign } from './store/ledger/classes'
import type { MailDomains } from '../../core/dns/mail-domains'
import type { LocalFinding } from './local'
import { readMailAddress } from '../../../src-shared/address/mail-address'

/** What a verdict is made with. Its class is what the program says: the ledger puts the profile's rules over it. */
export interface VerdictClock {
  /** Milliseconds since 1970. */
  now(): number
}

/** The verdict on what was found here, without asking. */
export function localVerdict(email: string, finding: LocalFinding, made: VerdictClock): LedgerEntry {
  return entry(email, 'local', finding.observed, finding.suggestion, null, made)
}

/** The verdict on what the service answered, together with what was found here, once DNS was asked where that matters. */
export async function answeredVerdict(
  email: string,
  outcome: VerifyOutcome,
  finding: LocalFinding,
  made: VerdictClock & { mailDomains: MailDomains },
): Promise<LedgerEntry> {
  if (outcome.kind === 'refused') {
    const refused: Observed = { sign: 'refused', details: [toldText(keptWhy(outcome.problem))] }
    return entry(email, 'service', [refused, ...finding.observed], finding.suggestion, null, made)
  }
  const { answer } = outcome
  const seen = {
    observed: [...observeAnswer(answer), ...finding.observed],
    suggestion: suggestionOf(answer, email) ?? finding.suggestion,
  }
  const { observed, suggestion } = await secondOpinion(email, seen, made.mailDomains)
  return entry(email, 'service', observed, suggestion, kept(answer), made)
}

/** The verdict on having asked in vain: unknown, and why. null where the failure concerns every address. */
export function failedVerdict(
  email: string,
  problem: Problem,
  finding: LocalFinding,
  made: VerdictClock,
): LedgerEntry | null {
  const observed = observeFailure(problem)
  if (observed === null) return null
  return entry(email, 'service', [observed, ...finding.observed], finding.suggestion, null, made)
}

/** What an import keeps of a verdict. */
export function plainVerdict({
  email,
  class: name,
  reasons,
  suggestion,
  source,
  at,
}: LedgerVerdict): Verdict {
  return { email, class: name, reasons, suggestion, source, at }
}

function entry(
  email: string,
  source: LedgerEntry['source'],
  observed: readonly Observed[],
  suggestion: string | null,
  answer: LedgerEntry['answer'],
  { now }: VerdictClock,
): LedgerEntry {
  return {
    email: email.toLowerCase(),
    ...classify(observed),
    suggestion,
    source,
    at: Math.round(now()),
    answer,
  }
}

function suggestionOf({ suggestedEmail }: VerificationAnswer, email: string): string | null {
  const text = suggestedEmail?.trim() ?? ''
  const usable = looksLikeAddress(text) && text.length <= 320
  return usable && text.toLowerCase() !== email.toLowerCase() ? text : null
}

/** An answer as it came, but for what nobody would read: fields past the hundredth, or longer than 2,000 characters. */
function kept(answer: VerificationAnswer): Record<string, unknown> {
  const fields = Object.entries(answer).filter(([, value]) => (JSON.stringify(value) ?? '').length <= 2000)
  return Object.fromEntries(fields.slice(0, 100))
}

/** What was seen of an address, and how it was probably meant. */
interface Opinion {
  observed: Observed[]
  suggestion: string | null
}

/** Signs that say that nobody can be reached at a domain. */
const dead: readonly Sign[] = ['noDomain', 'noMailServer']

/**
 * What is left of what was seen once our own DNS was asked about the domains in it. A domain that takes mail is neither gone
 * nor misspelt; a suggestion whose own domain takes no mail is none. Where DNS does not answer, all stays as it was.
 */
export async function secondOpinion(
  email: string,
  { observed, suggestion }: Opinion,
  mailDomains: MailDomains,
): Promise<Opinion> {
  const { domain } = readMailAddress(email)
  const isDoubted = observed.some(({ sign }) => dead.includes(sign) || sign === 'typo')
  const meant = suggestion === null ? null : readMailAddress(suggestion).domain
  if (domain === null || (!isDoubted && (meant === null || meant === domain))) return { observed, suggestion }
  if ((await mailDomains.takesMail(domain)) === 'yes') {
    return {
      observed: observed
        .filter(({ sign }) => sign !== 'typo')
        .map((seen) => (dead.includes(seen.sign) ? { sign: 'disputed' } : seen)),
      suggestion: meant === domain ? suggestion : null,
    }
  }
  const isUseless = meant !== null && (await mailDomains.takesMail(meant)) === 'no'
  return { observed, suggestion: isUseless ? null : suggestion }
}
