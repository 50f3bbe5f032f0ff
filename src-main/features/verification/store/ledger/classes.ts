import { t, type MessageKey } from '../../../../../src-shared/messages/message'
import type { VerdictClass } from '../../../../../src-shared/bridge/verdicts'
import type { SignMeaning } from './rules'
import { byWeight } from './weigh'

/** What a sign means for an address. */
export interface ClassRule {
  class: VerdictClass
  /** As a list of reasons names it, in the language that is spoken. */
  readonly title: string
  /** As it is said of one address. In English: it is stored with verdicts, and compared. */
  sentence: string
}

const rule = (verdict: VerdictClass, title: MessageKey, sentence: string): ClassRule => ({
  class: verdict,
  get title() {
    return t(title)
  },
  sentence,
})

/**
 * The classes as they are unless a person changes them. A check reads the address, its domain and its mail servers: it
 * can prove that mail would bounce, never that a mailbox exists. What could not be found out is unknown, whatever the
 * attempt ended with: a mail server that puts a stranger off for now (greylisting) has not said that the mail would bounce.
 */
export const defaultRules = {
  syntax: rule('undeliverable', 'verification.classes.syntax', 'This is not an address.'),
  refused: rule(
    'undeliverable',
    'verification.classes.refused',
    'The service does not take this for an address.',
  ),
  noDomain: rule('undeliverable', 'verification.classes.noDomain', 'Its domain does not exist.'),
  noMailServer: rule(
    'undeliverable',
    'verification.classes.noMailServer',
    'Its domain has no server that takes mail.',
  ),
  disputed: rule(
    'unknown',
    'verification.classes.disputed',
    'The service says that its domain takes no mail. Asked from here, DNS names who takes it.',
  ),
  lookupFailed: rule(
    'unknown',
    'verification.classes.lookupFailed',
    'Its domain could not be looked up. A later check may settle it.',
  ),
  serviceFailed: rule(
    'unknown',
    'verification.classes.serviceFailed',
    'The service failed whenever it was asked about this address.',
  ),
  timedOut: rule('unknown', 'verification.classes.timedOut', 'No answer about this address came in time.'),
  connectionLost: rule(
    'unknown',
    'verification.classes.connectionLost',
    'The connection broke off whenever this address was asked about.',
  ),
  rateLimited: rule(
    'unknown',
    'verification.classes.rateLimited',
    'The service had no requests left whenever this address was asked about.',
  ),
  answerForAnother: rule(
    'unknown',
    'verification.classes.answerForAnother',
    'The service answered about another address.',
  ),
  answerUnreadable: rule(
    'unknown',
    'verification.classes.answerUnreadable',
    'The answer about this address cannot be read.',
  ),
  notChecked: rule(
    'unknown',
    'verification.classes.notChecked',
    'The service refused to check this address.',
  ),
  incomplete: rule(
    'unknown',
    'verification.classes.incomplete',
    'The answer leaves out what would settle it.',
  ),
  notValid: rule(
    'unknown',
    'verification.classes.notValid',
    'The service calls it not valid, but gives no reason that is known here.',
  ),
  disposable: rule(
    'risky',
    'verification.classes.disposable',
    'Its domain gives out addresses that are thrown away after use.',
  ),
  typo: rule('risky', 'verification.classes.typo', 'Its domain looks misspelt.'),
  role: rule(
    'risky',
    'verification.classes.role',
    'It names a role, such as a desk or a team, not a person.',
  ),
  plus: rule(
    'risky',
    'verification.classes.plus',
    'It has a tag after a plus sign: its owner can tell senders apart.',
  ),
  alias: rule(
    'risky',
    'verification.classes.alias',
    'It forwards to another address, until its owner stops that.',
  ),
  personal: rule(
    'accepts',
    'verification.classes.personal',
    'Its domain is a provider of private mailboxes.',
  ),
  takesMail: rule(
    'accepts',
    'verification.classes.takesMail',
    'The domain takes mail. Nobody can tell whether the mailbox exists.',
  ),
  boughtBad: rule(
    'undeliverable',
    'verification.classes.boughtBad',
    'A list that was bought elsewhere calls it bad.',
  ),
  boughtUndecided: rule(
    'unknown',
    'verification.classes.boughtUndecided',
    'A list that was bought elsewhere could not tell.',
  ),
  boughtRisky: rule(
    'risky',
    'verification.classes.boughtRisky',
    'A list that was bought elsewhere calls it risky.',
  ),
  boughtGood: rule(
    'accepts',
    'verification.classes.boughtGood',
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
