import type { VerdictClass, VerdictSource } from '../../../src-shared/bridge/verdicts'

/** The classes in the order in which they are listed, the surest first. */
export const verdictClasses: readonly VerdictClass[] = ['accepts', 'risky', 'undeliverable', 'unknown']

/** A class as a person reads it. Said of the domain: nobody can tell whether a mailbox exists. */
export const verdictTitles: Record<VerdictClass, string> = {
  accepts: 'Accepts mail',
  risky: 'Risky',
  undeliverable: 'Undeliverable',
  unknown: 'Unknown',
}

/** What a class means, in half a sentence. */
export const verdictMeanings: Record<VerdictClass, string> = {
  accepts: 'The domain takes mail',
  risky: 'Takes mail, with a reason for care',
  undeliverable: 'Would bounce',
  unknown: 'No answer yet, retry later',
}

/** What no verdict says; it stands wherever verdicts are counted. */
export const verdictLimits =
  'A check cannot prove that a mailbox exists. It reads the address, the domain and its mail servers.'

/** Where a verdict comes from, in a word or two. */
export const sourceWords: Record<VerdictSource, string> = {
  service: 'The service',
  local: 'Told here, without asking',
  bought: 'Bought elsewhere',
}
