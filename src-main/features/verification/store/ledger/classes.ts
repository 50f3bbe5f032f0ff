import type { VerdictClass } from '../../../../../src-shared/bridge/verdicts'
import type { SignMeaning } from './rules'
import { byWeight } from './weigh'

/** What a sign means for an address. */
export interface ClassRule {
  class: VerdictClass
  /** As a list of reasons names it. */
  title: string
  /** As it is said of one address. */
  sentence: string
}

const rule = (verdict: VerdictClass, title: string, sentence: string): ClassRule => ({
  class: verdict,
  title,
  sentence,
})

/**
 * The classes as they are unless a person changes them. A check reads the address, its domain and its mail servers: it
 * can prove that mail would bounce, never that a mailbox exists. What could not be found out is unknown, whatever the
 * attempt ended with: a mail server that puts a stranger off for now (greylisting) has not said that the mail would bounce.
 */
export const defaultRules = {
  syntax: rule('undeliverable', 'Not an address', 'This is not an address.'),
  refused: rule('undeliverable', 'Refused by the service', 'The service does not take this for an address.'),
  noDomain: rule('undeliverable', 'Domain does not exist', 'Its domain does not exist.'),
  noMailServer: rule(
    'undeliverable',
    'No mail server for the domain',
    'Its domain has no server that takes mail.',
  ),
  disputed: rule(
    'unknown',
    'Service and DNS disagree',
    'The service says that its domain takes no mail. Asked from here, DNS names who takes it.',
  ),
  lookupFailed: rule(
    'unknown',
    'Name lookup failed',
    'Its domain could not be looked up. A later check may settle it.',
  ),
  serviceFailed: rule(
    'unknown',
    'Service answered 5xx',
    'The service failed whenever it was asked about this address.',
  ),
  timedOut: rule('unknown', 'No answer in time', 'No answer about this address came in time.'),
  connectionLost: rule(
    'unknown',
    'Connection broke off',
    'The connection broke off whenever this address was asked about.',
  ),
  rateLimited: rule(
    'unknown',
    'Refused for the rate limit',
    'The service had no requests left whenever this address was asked about.',
  ),
  answerForAnother: rule(
    'unknown',
    'Answer for another address',
    'The service answered about another address.',
  ),
  answerUnreadable: rule('unknown', 'Answer cannot be read', 'The answer about this address cannot be read.'),
  notChecked: rule('unknown', 'Not checked by the service', 'The service refused to check this address.'),
  incomplete: rule('unknown', 'Incomplete answer', 'The answer leaves out what would settle it.'),
  notValid: rule(
    'unknown',
    'Not valid, without a known reason',
    'The service calls it not valid, but gives no reason that is known here.',
  ),
  disposable: rule(
    'risky',
    'Disposable domain',
    'Its domain gives out addresses that are thrown away after use.',
  ),
  typo: rule('risky', 'Likely typo in the domain', 'Its domain looks misspelt.'),
  role: rule(
    'risky',
    'Role address, such as info@',
    'It names a role, such as a desk or a team, not a person.',
  ),
  plus: rule(
    'risky',
    'Alias with a plus sign',
    'It has a tag after a plus sign: its owner can tell senders apart.',
  ),
  alias: rule('risky', 'Forwarding address', 'It forwards to another address, until its owner stops that.'),
  personal: rule('accepts', 'Private mailbox', 'Its domain is a provider of private mailboxes.'),
  takesMail: rule(
    'accepts',
    'Domain takes mail',
    'The domain takes mail. Nobody can tell whether the mailbox exists.',
  ),
  boughtBad: rule('undeliverable', 'Bad on a bought list', 'A list that was bought elsewhere calls it bad.'),
  boughtUndecided: rule(
    'unknown',
    'Undecided on a bought list',
    'A list that was bought elsewhere could not tell.',
  ),
  boughtRisky: rule('risky', 'Risky on a bought list', 'A list that was bought elsewhere calls it risky.'),
  boughtGood: rule(
    'accepts',
    'Good on a bought list',
    'A list that was bought elsewhere calls it good. Its domain was not looked at here.',
  ),
}

/** What can be seen of an address, or of the attempt to check it. Stable: they are stored with verdicts. */
export type Sign = keyof typeof defaultRules

/** What every sign means; the order is that of reasons within a class. */
export type ClassRules = Readonly<Record<Sign, ClassRule>>

/** A sign that was seen, with what is said of it in this case: a sentence each. */
export interface Observed {
  sign: Sign
  details?: string[]
}

/** The signs as a copy is told of them. */
export const signMeanings: SignMeaning[] = Object.entries(defaultRules).map(([sign, meaning]) => ({
  sign,
  sentence: meaning.sentence,
  class: meaning.class,
}))

const places = Object.keys(defaultRules)

/** An address's class, and why. */
export interface Classified {
  class: VerdictClass
  /** The weightiest first; never empty. */
  reasons: string[]
  signs: Sign[]
}

/**
 * The class that what was seen amounts to. Nothing at all settles nothing. The ledger does this again by the rules of a
 * profile, whenever they are changed.
 */
export function classify(observed: readonly Observed[], rules: ClassRules = defaultRules): Classified {
  const seen = new Map<Sign, string[]>()
  for (const { sign, details = [] } of observed) seen.set(sign, [...(seen.get(sign) ?? []), ...details])
  if (seen.size === 0) seen.set('incomplete', [])
  const order = byWeight<Sign>((sign) => ({ class: rules[sign].class, place: places.indexOf(sign) }))
  const signs = [...seen.keys()].sort(order)
  const [first = 'incomplete'] = signs
  return {
    class: rules[first].class,
    reasons: signs.flatMap((sign) => [rules[sign].sentence, ...(seen.get(sign) ?? [])]),
    signs,
  }
}
