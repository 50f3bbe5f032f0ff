import type { VerdictClass } from '../../../../src-shared/bridge/verdicts'
import { plainLetters } from '../../imports'

/** A service that sells verdicts, and what tells its files from others': texts of its results, and names of its columns. */
interface Vendor {
  name: string
  /** Each of them is enough; in plain letters. */
  columns: RegExp
  /** Sets of results, all of which only its files have. */
  results: readonly string[][]
}

/** Those whose files are known. Kickbox and Bouncer use the same words: their columns tell them apart, if anything does. */
const vendors: readonly Vendor[] = [
  {
    name: 'ZeroBounce',
    columns: /^zb|zerobounce/,
    results: [['donotmail'], ['abuse'], ['catchall', 'spamtrap']],
  },
  { name: 'EmailListVerify', columns: /emaillistverify|^elv/, results: elv() },
  {
    name: 'MillionVerifier',
    columns: /millionverifier|^mv(result|quality|status)/,
    results: [['ok', 'catchall']],
  },
  {
    name: 'Reacher',
    columns: /isreachable|reacher/,
    results: [
      ['safe', 'risky'],
      ['safe', 'invalid'],
    ],
  },
  { name: 'Kickbox', columns: /kickbox|sendex/, results: [] },
  { name: 'Bouncer', columns: /bouncer|toxicity/, results: [] },
  {
    name: 'NeverBounce',
    columns: /neverbounce|^nb(result|status)/,
    results: [
      ['valid', 'catchall'],
      ['valid', 'disposable'],
    ],
  },
]

function elv(): string[][] {
  return ['okforall', 'emaildisabled', 'deadserver', 'invalidmx', 'smtpprotocol', 'antispamsystem'].map(
    (word) => [word],
  )
}

/** What results mean, by the words of these vendors and those that many use. A trap for senders does not bounce. */
const meanings = new Map<string, VerdictClass>(
  Object.entries({
    accepts: 'valid ok deliverable safe safetosend good verified passed accepted active exists',
    risky:
      'catchall acceptall okforall risky spamtrap abuse donotmail disposable role rolebased toxic complainer lowquality ' +
      'lowdeliverability fullmailbox mailboxfull',
    undeliverable:
      'invalid undeliverable bad emaildisabled deadserver invalidmx invalidsyntax syntaxerror invalidemail ' +
      'invaliddomain mailboxnotfound rejected rejectedemail bounce bounced hardbounce failed dead',
    unknown:
      'unknown smtpprotocol antispamsystem error timeout greylisted unverifiable unverified smtperror unchecked ' +
      'unabletoverify',
  }).flatMap(([name, words]) =>
    words.split(' ').map((word): [string, VerdictClass] => [word, name as VerdictClass]),
  ),
)

/** Words that mean something only in a column whose name says what is asked. */
const yesOrNo = new Map<string, VerdictClass>([
  ...['true', 'yes', 'y', '1'].map((word): [string, VerdictClass] => [word, 'accepts']),
  ...['false', 'no', 'n', '0'].map((word): [string, VerdictClass] => [word, 'undeliverable']),
])

/** How much the name of a column says that it holds results: 2, it asks for one; 1, it may; 0. */
export function namesResult(name: string): 0 | 1 | 2 {
  const plain = plainLetters(name)
  if (/reason|sub|free|role|disposable|acceptall|catchall|domain|smtp|mx/.test(plain)) return 0
  if (/^(is)?(valid|deliverable|verified|ok|good)$|(email)?(valid|deliverab)/.test(plain)) return 2
  return /result|status|verdict|reachable|quality|verification|ergebnis|resultat|resultado/.test(plain)
    ? 1
    : 0
}

/** Whether the name of a column says that it holds reasons for results. */
export function namesReason(name: string): boolean {
  return /reason|sub(status|result)|cause|detail|grund|motif|motivo/.test(plainLetters(name))
}

/** Whether the name of a column says that it holds when an address was checked. */
export function namesCheckDate(name: string): boolean {
  const plain = plainLetters(name)
  if (/creat|sign|subscri|birth|update|open|click|order|purchas|import/.test(plain)) return false
  return /^(date|time|timestamp|datetime|datum|zeit)$|check|verif|process|validat|clean|tested|geprueft|gepruft/.test(
    plain,
  )
}

/** What a result means; null where that is not known. `asked`: {@link namesResult} of its column. */
export function meaningOf(text: string, asked: 0 | 1 | 2): VerdictClass | null {
  const plain = plainLetters(text)
  return meanings.get(plain) ?? (asked === 2 ? (yesOrNo.get(plain) ?? null) : null)
}

/** Whose file it is, by its name, its columns and its results; null where that is not sure. */
export function vendorOf(
  file: string,
  columns: readonly string[],
  results: readonly string[],
): string | null {
  const names = columns.map(plainLetters)
  const own = plainLetters(file)
  const words = new Set(results.map(plainLetters))
  const byName = vendors.find(
    ({ name, columns: pattern }) =>
      own.includes(plainLetters(name)) || names.some((column) => pattern.test(column)),
  )
  const byWords = vendors.find(({ results: sets }) =>
    sets.some((set) => set.every((word) => words.has(word))),
  )
  return (byName ?? byWords)?.name ?? null
}
