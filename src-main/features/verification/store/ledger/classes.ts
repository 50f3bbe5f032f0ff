import { t, type MessageKey } from '../../../../../src-shared/messages/message'
import { toKeep, type ToldKey } from '../../../../../src-shared/messages/told'
import type { VerdictClass } from '../../../../../src-shared/bridge/verdicts'
import type { SignMeaning } from './rules'
import { byWeight } from './weigh'

interface ClassRule {
  class: VerdictClass
  /** As a list of reasons names it, in the language that is spoken. */
  readonly title: string
  /** As it is said of one address: what is kept of that with verdicts, and compared. */
  sentence: string
}

const rule = (verdict: VerdictClass, title: MessageKey, sentence: ToldKey): ClassRule => ({
  class: verdict,
  get title() {
    return t(title)
  },
  sentence: toKeep(sentence),
})

/**
 * The classes as they are unless a person changes them. A check reads the address, its domain and its mail servers: it
 * can prove that mail would bounce, never that a mailbox exists. What could not be found out is unknown, whatever the
 * attempt ended with: a mail server that puts a stranger off for now (greylisting) has not said that the mail would bounce.
 */
export const defaultRules = {
  syntax: rule('undeliverable', 'words.notAnAddress', 'told.sign.syntax'),
  refused: rule('undeliverable', 'verification.classes.refused', 'told.sign.refused'),
  noDomain: rule('undeliverable', 'verification.classes.noDomain', 'told.sign.noDomain'),
  noMailServer: rule('undeliverable', 'verification.classes.noMailServer', 'told.sign.noMailServer'),
  disputed: rule('unknown', 'verification.classes.disputed', 'told.sign.disputed'),
  lookupFailed: rule('unknown', 'verification.classes.lookupFailed', 'told.sign.lookupFailed'),
  serviceFailed: rule('unknown', 'verification.classes.serviceFailed', 'told.sign.serviceFailed'),
  timedOut: rule('unknown', 'verification.classes.timedOut', 'told.sign.timedOut'),
  connectionLost: rule('unknown', 'verification.classes.connectionLost', 'told.sign.connectionLost'),
  rateLimited: rule('unknown', 'verification.classes.rateLimited', 'told.sign.rateLimited'),
  answerForAnother: rule('unknown', 'verification.classes.answerForAnother', 'told.sign.answerForAnother'),
  answerUnreadable: rule('unknown', 'verification.classes.answerUnreadable', 'told.sign.answerUnreadable'),
  notChecked: rule('unknown', 'verification.classes.notChecked', 'told.sign.notChecked'),
  incomplete: rule('unknown', 'verification.classes.incomplete', 'told.sign.incomplete'),
  notValid: rule('unknown', 'verification.classes.notValid', 'told.sign.notValid'),
  disposable: rule('risky', 'verification.classes.disposable', 'told.sign.disposable'),
  typo: rule('risky', 'verification.classes.typo', 'told.sign.typo'),
  role: rule('risky', 'verification.classes.role', 'told.sign.role'),
  plus: rule('risky', 'verification.classes.plus', 'told.sign.plus'),
  alias: rule('risky', 'verification.classes.alias', 'told.sign.alias'),
  personal: rule('accepts', 'verification.classes.personal', 'told.sign.personal'),
  takesMail: rule('accepts', 'verification.classes.takesMail', 'told.sign.takesMail'),
  boughtBad: rule('undeliverable', 'verification.classes.boughtBad', 'told.sign.boughtBad'),
  boughtUndecided: rule('unknown', 'verification.classes.boughtUndecided', 'told.sign.boughtUndecided'),
  boughtRisky: rule('risky', 'verification.classes.boughtRisky', 'told.sign.boughtRisky'),
  boughtGood: rule('accepts', 'verification.classes.boughtGood', 'told.sign.boughtGood'),
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

interface Classified {
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
