import {
  knownCapabilities,
  type Capability,
  type CapabilityAnswer,
  type CapabilityGroup,
  type CapabilityKey,
} from '../../../../src-shared/bridge/capabilities'
import { limits } from '../../../../src-shared/interface/limits'
import { formatClock, formatCount, formatDay, formatMoment, formatNumber } from '../../../format'

/** What the words depend on besides the answer. */
interface AbilitySurroundings {
  /** Milliseconds since 1970. */
  now: number
  /** The profile has a public key. */
  hasPublicKey: boolean
  /** Requests a minute where the service says none. */
  ceiling: number
  /** Of the requests, what background work may take, 0 to 1. */
  backgroundShare: number
}

/** Yes, yes but otherwise than specified, no, not without something that is missing, and not known or believed. */
export type AbilityMark = 'yes' | 'otherwise' | 'no' | 'needs' | 'open'

/** A line of the table. */
export interface AbilityLine {
  key: CapabilityKey
  mark: AbilityMark
  /** What the mark says to who cannot see it. */
  markWords: string
  name: string
  answer: string
  /** What Postroom does because of it. */
  so: string
  /** It needs a public key that is not there. */
  needsKey: boolean
  evidence: string
  since: string
  isNew: boolean
}

/** The parts of the table, in order. */
const groupTitles: readonly { group: CapabilityGroup; title: string }[] = [
  { group: 'reading', title: 'Reading' },
  { group: 'writing', title: 'Writing' },
  { group: 'sending', title: 'Sending and events' },
  { group: 'audiences', title: 'Conditions and audiences' },
  { group: 'limits', title: 'Limits' },
]

/** For so long a changed answer is called new (milliseconds). */
const newMs = 7 * 24 * 3_600_000

type Words = [answer: string, so: string]

/** What nobody can ask without writing: it is believed, as documented. */
const believed: Partial<Record<CapabilityKey, Words>> = {
  sameSendTwice: ['refused for 24 h by its key', 'never sends twice after a cut'],
  attachments: ['10 at most, 10 MB, not tried', 'believes the documents'],
  headless: ['to subscribed people alone', 'counts subscribed people alone'],
}

/** What is done as long as no answer tells. */
const meanwhile: Partial<Record<CapabilityKey, string>> = {
  campaignChanges: 'tries PATCH first, then PUT',
  templateLanguage: 'told by the first campaign',
  steps: 'draws them',
  snooze: 'told by the first contact',
}

const answers: Partial<Record<CapabilityKey, Partial<Record<CapabilityAnswer, Words>>>> = {
  domains: {
    byCursor: ['a list', 'shows who may send'],
    byPage: ['a list', 'shows who may send'],
    whole: ['a list', 'shows who may send'],
    byProject: ['by project', 'shows who may send'],
    noKey: ['not with a key', 'asks DNS alone about senders'],
    absent: ['no such list', 'asks DNS alone about senders'],
  },
  recipients: {
    there: ['yes, one by one', 'lists them after each campaign'],
    absent: ['no such call', 'shows how many alone'],
  },
  activity: {
    there: ['newest first, and what is coming', 'shows both under Activity'],
    absent: ['no such call', 'shows its own alone'],
  },
  bulk: {
    there: ['1,000 contacts a call, as a job', 'changes many in such calls'],
    absent: ['no such call', 'changes one contact a call'],
  },
  lookup: {
    there: ['500 addresses a call', 'compares imports with it'],
    absent: ['no such call', 'compares imports with the copy'],
  },
  campaignChanges: {
    byPatch: ['by PATCH', 'sends what changed'],
    byPut: ['by PUT alone', 'sends what changed by PUT'],
  },
  steps: {
    oneAtATime: ['one at a time', 'draws them'],
    together: ['with their workflow', 'draws them'],
  },
  snooze: {
    there: ['a field of contacts', 'leaves it as it is'],
    absent: ['no such field', 'shows none'],
  },
  verify: {
    there: ['one address a call', 'verifies addresses with it'],
    absent: ['no such call', 'verifies none'],
  },
  images: {
    there: ['keeps them, 10 MB each', 'puts them into mails'],
    absent: ['keeps none', 'takes addresses of images alone'],
  },
  trackKey: {
    eitherKey: ['with either key', 'records them'],
    publicKey: ['only with the public key', 'records them with it'],
    absent: ['no such call', 'records none'],
  },
  templateLanguage: {
    liquid: ['Liquid, checked when saved', 'renders previews as it does'],
    placeholders: ['{{names}} with fallbacks', 'fills them in in previews'],
  },
  textCase: {
    anyCase: ['“oslo” is “Oslo”', 'counts so'],
    exactCase: ['“oslo” is not “Oslo” in data', 'counts so'],
  },
  missingValues: {
    otherThanAny: ['no value is “not equal”', 'counts people without one in'],
    neverMatch: ['no value is not “not equal”', 'leaves people without one out'],
  },
}

/** How a list is read, and in how many requests. */
function listWords({ answer, amount }: Capability): Words {
  const pages = amount === null ? null : Math.max(1, Math.ceil(amount / limits.page.max))
  const reads = (requests: number | null) =>
    requests === null ? 'reads all of it' : `reads all in ${formatCount(requests, 'request')}`
  switch (answer) {
    case 'byCursor':
      return [`by cursor, ${limits.page.max} a page`, reads(pages)]
    case 'byPage':
      return [`by page, ${limits.page.max} a page`, reads(pages)]
    case 'whole':
      return [
        'the whole list at once',
        amount === null || amount === 0
          ? 'reads it in 1 request'
          : `reads ${formatNumber(amount)} in 1 request`,
      ]
    case 'newest':
      return ['the newest alone', 'reads what it lists']
    default:
      return ['no such list', 'shows none']
  }
}

function requestWords(amount: number | null, { backgroundShare, ceiling }: AbilitySurroundings): Words {
  const most = amount ?? ceiling
  const share = `${Math.round(backgroundShare * 100)} %`
  return amount === null
    ? [`${formatNumber(most)} a minute`, `reads with ${share} of them`]
    : [`${formatNumber(most)}, in its answers`, `reads with ${share} of its budget`]
}

function wordsOf(capability: Capability, around: AbilitySurroundings): Words {
  const { key, answer, amount } = capability
  if (key === 'requests') return requestWords(amount, around)
  const assumed = believed[key]
  if (assumed) return assumed
  if (answer === null) return ['not asked yet', meanwhile[key] ?? 'does as documented']
  const [text, so] = answers[key]?.[answer] ?? listWords(capability)
  if (key === 'domains' && amount !== null) return [`${text}, ${formatNumber(amount)} found`, so]
  if (needsKey(capability, around)) return [text, 'records none until you enter it']
  return [text, so]
}

function needsKey({ key, answer }: Capability, { hasPublicKey }: AbilitySurroundings): boolean {
  return key === 'trackKey' && answer === 'publicKey' && !hasPublicKey
}

const markOf = {
  can: ['yes', 'Yes'],
  cannot: ['no', 'No'],
  differs: ['otherwise', 'Yes, otherwise than specified'],
  needs: ['needs', 'Not without a key'],
  notAsked: ['open', 'Not known'],
} as const

function sinceOf({ since, changedAt }: Capability, now: number): Pick<AbilityLine, 'since' | 'isNew'> {
  if (since === null) return { since: '–', isNew: false }
  const isNew = changedAt !== null && now - changedAt < newMs
  const isToday = formatDay(since) === formatDay(now)
  const day = isToday ? formatClock(since) : formatDay(since)
  return { since: isNew ? `new, ${day}` : day, isNew }
}

/** What is known of one thing, as a line of the table. */
export function abilityLine(capability: Capability, around: AbilitySurroundings): AbilityLine {
  const { key, state, evidence } = capability
  const needs = needsKey(capability, around)
  const [mark, markWords] = needs ? markOf.needs : markOf[state]
  const [answer, so] = wordsOf(capability, around)
  const isBelieved = state === 'notAsked' && (key in believed || key === 'requests')
  return {
    key,
    mark,
    markWords: isBelieved ? 'Believed' : markWords,
    name: knownCapabilities[key].name,
    answer,
    so,
    needsKey: needs,
    evidence: evidence === '' ? (isBelieved ? 'believed, as documented' : 'no answer yet') : evidence,
    ...sinceOf(capability, around.now),
  }
}

/** The lines by part, in order. */
export function abilityGroups(
  capabilities: readonly Capability[],
  around: AbilitySurroundings,
): { title: string; lines: AbilityLine[] }[] {
  return groupTitles.map(({ group, title }) => ({
    title,
    lines: capabilities
      .filter(({ key }) => knownCapabilities[key].group === group)
      .map((capability) => abilityLine(capability, around)),
  }))
}

/** When it was asked and what came of it, in a sentence; `strong` is what changed. */
export function askedWords(
  known: {
    asking: boolean
    askedAt: number | null
    askedBefore: number | null
    requests: number
    failed: number
    changed: number
  },
  now: number,
): { text: string; strong: string } {
  if (known.asking) return { text: 'It is being asked.', strong: '' }
  if (known.askedAt === null)
    return { text: 'It was not asked yet. What is documented is believed.', strong: '' }
  const failed =
    known.failed === 0
      ? ''
      : ` ${formatCount(known.failed, 'question')} came to nothing, and will be asked again.`
  const since = known.askedBefore === null ? '' : ` since ${formatMoment(known.askedBefore, now)}`
  return {
    text: `Asked at ${formatMoment(known.askedAt, now)} with ${formatCount(known.requests, 'request')}, none of which writes.${failed}`,
    strong: known.changed === 0 ? '' : `${formatCount(known.changed, 'answer')} changed${since}.`,
  }
}

/** The table as text, a line each, its columns set apart by tabs. */
export function abilitiesAsText(groups: readonly { title: string; lines: readonly AbilityLine[] }[]): string {
  return groups
    .flatMap(({ title, lines }) => [
      title,
      ...lines.map(({ markWords, name, answer, so, evidence, since }) =>
        [markWords, name, answer, so, evidence, since].join('\t'),
      ),
    ])
    .join('\n')
}
