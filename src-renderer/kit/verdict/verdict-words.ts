import { t } from '../../../src-shared/messages/message'
import type { ListHealth, VerdictClass, VerdictSource } from '../../../src-shared/bridge/verdicts'

/** The classes in the order in which they are listed, the surest first. */
export const verdictClasses: readonly VerdictClass[] = ['accepts', 'risky', 'undeliverable', 'unknown']

/** How many contacts have a verdict that counts. */
export const checkedOf = ({ byClass }: Pick<ListHealth, 'byClass'>): number =>
  verdictClasses.reduce((sum, name) => sum + byClass[name], 0)

/** A class as a person reads it. Said of the domain: nobody can tell whether a mailbox exists. */
export const verdictTitles: Record<VerdictClass, string> = {
  accepts: t('words.acceptsMail'),
  risky: t('words.risky'),
  undeliverable: t('words.undeliverable'),
  unknown: t('words.unknown'),
}

/** What no verdict says; it stands wherever verdicts are counted. */
export const verdictLimits = t('kit.verdictWords.aCheckCannotProve')

/** Where a verdict comes from, in a word or two. */
export const sourceWords: Record<VerdictSource, string> = {
  service: t('kit.verdictWords.theService'),
  local: t('words.toldHereWithoutAsking'),
  bought: t('kit.verdictWords.boughtElsewhere'),
}
