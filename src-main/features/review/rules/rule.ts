import { t } from '../../../../src-shared/messages/message'
import type { Check, Place, Rule } from '../../../../src-shared/bridge/review'
import type { AudienceSurvey } from '../../segments/store'
import type { SenderDns } from '../../../core/dns/sender'
import type { ReadMail } from '../language'
import type { ParsedMail } from '../parsed-mail'
import type { KnownVariables } from '../variables'

/** What is known of the domain that a mail is from. */
export interface SenderFacts {
  domain: string
  /** As the sender's address has it, case and script included. */
  written: string
  /**
   * As the service holds it; `absent`: it has no such domain; `otherwise`: it has it, but in another case or script, and compares
   * as it is written; null: its domains were never read.
   */
  standing: 'verified' | 'unverified' | 'absent' | 'otherwise' | null
  dns: SenderDns
}

/** What a rule looks at beside the mail. What is null was not looked up, and says nothing. */
export interface RuleFacts {
  /** null: the copy has no contacts, so nothing is known of what they have. */
  known: KnownVariables | null
  sender: SenderFacts | null
  survey: AudienceSurvey | null
  /**
   * Bytes of the HTML for the person for whom it is longest, and who that is; null: of the mail as it is written. `added`:
   * with what the service adds to it, which is not known of every service.
   */
  size: { bytes: number; label: string | null; added: boolean }
  /** What the template says beside its variables. */
  template: Pick<ReadMail, 'mentioned' | 'faults'>
  scheduledFor: number | null
  /** Milliseconds since 1970. */
  now: number
  /** Of this machine: IANA. */
  ownZone: string
}

/** A rule of the review: looks at a mail, and says what it found or that it passed; nothing where it does not apply. */
export interface ReviewRule {
  rule: Rule
  /** `mail`: at once; `sender`: when DNS has answered; `audience`: when the people are counted. */
  needs: 'mail' | 'sender' | 'audience'
  check(parsed: ParsedMail, surroundings: RuleFacts): Check[]
}

/** What a rule says of a mail. `key` sets it apart from whatever else the rule says of it. */
export type Remark = Omit<Check, 'key' | 'rule' | 'off'> & { key?: string }

/** Makes a rule of how it looks at a mail. */
export function reviewRule(
  rule: Rule,
  needs: ReviewRule['needs'],
  look: (parsed: ParsedMail, surroundings: RuleFacts) => Remark | Remark[],
): ReviewRule {
  return { rule, needs, check: (...of) => [look(...of)].flat().map((remark) => checkOf(rule, remark)) }
}

/** A remark under the name of its rule. */
export function checkOf(rule: Rule, { key, ...remark }: Remark): Check {
  return { ...remark, rule, key: key === undefined ? rule : `${rule}:${key}`, off: null }
}

const mostPlaces = 200

/** A finding. Its count is that of its places where nothing else is said. */
export function found(
  outcome: 'error' | 'warning' | 'note',
  title: string,
  sentence: string,
  about: Partial<Pick<Remark, 'key' | 'count' | 'figure' | 'places' | 'hasPeople'>> = {},
): Remark {
  const { key, figure = null, places = [], hasPeople = false } = about
  const count = about.count ?? (places.length > 0 && figure === null ? places.length : null)
  return { key, outcome, title, sentence, count, figure, places: places.slice(0, mostPlaces), hasPeople }
}

/** A finding whose sentence says in which lines it stands. */
export function foundIn(
  places: Place[],
  outcome: 'error' | 'warning' | 'note',
  title: string,
  sentence: (lines: string) => string,
  key?: string,
): Remark {
  return found(outcome, title, sentence(linesOf(places)), { key, places })
}

/** That nothing was found. */
export function passed(title: string, sentence = '', figure: string | null = null): Remark {
  return { outcome: 'passed', title, sentence, count: null, figure, places: [], hasPeople: false }
}

/** A part of the subject or of the body as a place. */
export function placeOf(
  parsed: ParsedMail,
  { part, start, end }: { part: 'subject' | 'body'; start: number; end: number },
): Place {
  return part === 'subject' ? parsed.placeIn('subject', start, end) : parsed.place(start, end)
}

/** "line 18", "lines 18 and 40", "line 18 and 3 more". */
export function linesOf(places: readonly Place[]): string {
  const lines = [...new Set(places.filter(({ part }) => part === 'body').map(({ line }) => line))]
  const [first, second] = lines
  if (first === undefined) return t('review.checkGroups.theSubject')
  if (second === undefined) return t('review.rule.lineFirst', { first })
  return lines.length === 2
    ? t('review.rule.linesFirstAndSecond', { first, second })
    : t('review.rule.lineFirstAndCount', { first, count: lines.length - 1 })
}

/** What a person wrote, for mono; long ones are cut. */
export function mono(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 57)}…` : text
  return `\`${short.replace(/`/g, 'ˋ').replace(/\s+/g, ' ')}\``
}
