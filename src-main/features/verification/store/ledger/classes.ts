import { t, type MessageKey } from '../../../../../src-shared/messages/message'
import { storedReasons } from '../../../../../src-shared/verdict-reasons'
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
  syntax: rule('undeliverable', 'verification.classes.syntax', storedReasons.syntax),
  refused: rule('undeliverable', 'verification.classes.refused', storedReasons.refused),
  noDomain: rule('undeliverable', 'verification.classes.noDomain', storedReasons.noDomain),
  noMailServer: rule('undeliverable', 'verification.classes.noMailServer', storedReasons.noMailServer),
  disputed: rule('unknown', 'verification.classes.disputed', storedReasons.disputed),
  lookupFailed: rule('unknown', 'verification.classes.lookupFailed', storedReasons.lookupFailed),
  serviceFailed: rule('unknown', 'verification.classes.serviceFailed', storedReasons.serviceFailed),
  timedOut: rule('unknown', 'verification.classes.timedOut', storedReasons.timedOut),
  connectionLost: rule('unknown', 'verification.classes.connectionLost', storedReasons.connectionLost),
  rateLimited: rule('unknown', 'verification.classes.rateLimited', storedReasons.rateLimited),
  answerForAnother: rule('unknown', 'verification.classes.answerForAnother', storedReasons.answerForAnother),
  answerUnreadable: rule('unknown', 'verification.classes.answerUnreadable', storedReasons.answerUnreadable),
  notChecked: rule('unknown', 'verification.classes.notChecked', storedReasons.notChecked),
  incomplete: rule('unknown', 'verification.classes.incomplete', storedReasons.incomplete),
  notValid: rule('unknown', 'verification.classes.notValid', storedReasons.notValid),
  disposable: rule('risky', 'verification.classes.disposable', storedReasons.disposable),
  typo: rule('risky', 'verification.classes.typo', storedReasons.typo),
  role: rule('risky', 'verification.classes.role', storedReasons.role),
  plus: rule('risky', 'verification.classes.plus', storedReasons.plus),
  alias: rule('risky', 'verification.classes.alias', storedReasons.alias),
  personal: rule('accepts', 'verification.classes.personal', storedReasons.personal),
  takesMail: rule('accepts', 'verification.classes.takesMail', storedReasons.takesMail),
  boughtBad: rule('undeliverable', 'verification.classes.boughtBad', storedReasons.boughtBad),
  boughtUndecided: rule('unknown', 'verification.classes.boughtUndecided', storedReasons.boughtUndecided),
  boughtRisky: rule('risky', 'verification.classes.boughtRisky', storedReasons.boughtRisky),
  boughtGood: rule('accepts', 'verification.classes.boughtGood', storedReasons.boughtGood),
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
