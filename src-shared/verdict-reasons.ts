import { t } from './messages/message'

/* eslint-disable house/texts -- stored with verdicts in every copy, and compared: they are said by sayReason. */
/** What is stored of an address for each sign that was seen of it, in English whatever language is spoken. */
export const storedReasons = {
  syntax: 'This is not an address.',
  refused: 'The service does not take this for an address.',
  noDomain: 'Its domain does not exist.',
  noMailServer: 'Its domain has no server that takes mail.',
  disputed: 'The service says that its domain takes no mail. Asked from here, DNS names who takes it.',
  lookupFailed: 'Its domain could not be looked up. A later check may settle it.',
  serviceFailed: 'The service failed whenever it was asked about this address.',
  timedOut: 'No answer about this address came in time.',
  connectionLost: 'The connection broke off whenever this address was asked about.',
  rateLimited: 'The service had no requests left whenever this address was asked about.',
  answerForAnother: 'The service answered about another address.',
  answerUnreadable: 'The answer about this address cannot be read.',
  notChecked: 'The service refused to check this address.',
  incomplete: 'The answer leaves out what would settle it.',
  notValid: 'The service calls it not valid, but gives no reason that is known here.',
  disposable: 'Its domain gives out addresses that are thrown away after use.',
  typo: 'Its domain looks misspelt.',
  role: 'It names a role, such as a desk or a team, not a person.',
  plus: 'It has a tag after a plus sign: its owner can tell senders apart.',
  alias: 'It forwards to another address, until its owner stops that.',
  personal: 'Its domain is a provider of private mailboxes.',
  takesMail: 'The domain takes mail. Nobody can tell whether the mailbox exists.',
  boughtBad: 'A list that was bought elsewhere calls it bad.',
  boughtUndecided: 'A list that was bought elsewhere could not tell.',
  boughtRisky: 'A list that was bought elsewhere calls it risky.',
  boughtGood: 'A list that was bought elsewhere calls it good. Its domain was not looked at here.',
} as const
/* eslint-enable house/texts */

type Sign = keyof typeof storedReasons

const isSign = (name: string): name is Sign => name in storedReasons
const signs = new Map<string, Sign>(
  Object.keys(storedReasons)
    .filter(isSign)
    .map((sign) => [storedReasons[sign], sign]),
)

/** A stored reason in the language that is spoken. What is none of ours, such as a service's own words, stays as it is. */
export function sayReason(stored: string): string {
  const sign = signs.get(stored)
  return sign === undefined ? stored : t(`verification.reasons.${sign}`)
}
