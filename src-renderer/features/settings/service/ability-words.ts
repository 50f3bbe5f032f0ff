import { t } from '../../../../src-shared/messages/message'
import {
  knownCapabilities,
  type Capability,
  type CapabilityAnswer,
  type CapabilityGroup,
  type CapabilityKey,
} from '../../../../src-shared/bridge/capabilities'
import { limits } from '../../../../src-shared/interface/limits'
import { formatClock, formatDay, formatMoment, formatNearDay } from '../../../format'

interface AbilitySurroundings {
  now: number
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
  needsKey: boolean
  evidence: string
  since: string
  isNew: boolean
}

const groupTitles: readonly { group: CapabilityGroup; title: string }[] = [
  { group: 'reading', title: t('words.reading') },
  { group: 'writing', title: t('settings.abilityWords.writing') },
  { group: 'sending', title: t('settings.abilityWords.sendingAndEvents') },
  { group: 'audiences', title: t('settings.abilityWords.conditionsAndAudiences') },
  { group: 'limits', title: t('settings.abilityWords.limits') },
]

/** For so long a changed answer is called new (milliseconds). */
const newMs = 7 * 24 * 3_600_000

type Words = [answer: string, so: string]

/** What nobody can ask without writing: it is believed, as documented. */
const believed: Partial<Record<CapabilityKey, Words>> = {
  sameSendTwice: [t('settings.abilityWords.refusedFor24H'), t('settings.abilityWords.neverSendsTwiceAfter')],
  attachments: [t('settings.abilityWords.10AtMost10'), t('settings.abilityWords.believesTheDocuments')],
  headless: [
    t('settings.abilityWords.toSubscribedPeopleAlone'),
    t('settings.abilityWords.countsSubscribedPeopleAlone'),
  ],
}

/** What is done as long as no answer tells. */
const meanwhile: Partial<Record<CapabilityKey, string>> = {
  campaignChanges: t('settings.abilityWords.triesPatchFirstThen'),
  templateLanguage: t('settings.abilityWords.toldByTheFirst'),
  steps: t('settings.abilityWords.drawsThem'),
  snooze: t('settings.abilityWords.toldByTheFirst2'),
}

const there: Partial<Record<CapabilityKey, Words>> = {
  recipients: [t('settings.abilityWords.yesOneByOne'), t('settings.abilityWords.listsThemAfterEach')],
  activity: [
    t('settings.abilityWords.newestFirstAndWhat'),
    t('settings.abilityWords.showsBothUnderActivity'),
  ],
  bulk: [t('settings.abilityWords.1000ContactsA'), t('settings.abilityWords.changesManyInSuch')],
  lookup: [t('settings.abilityWords.500AddressesACall'), t('settings.abilityWords.comparesImportsWithIt')],
  snooze: [t('settings.abilityWords.aFieldOfContacts'), t('settings.abilityWords.leavesItAsIt')],
  verify: [t('settings.abilityWords.oneAddressACall'), t('settings.abilityWords.verifiesAddressesWithIt')],
  images: [t('settings.abilityWords.keepsThem10Mb'), t('settings.abilityWords.putsThemIntoMails')],
}

const absent: Partial<Record<CapabilityKey, Words>> = {
  domains: [t('settings.abilityWords.noSuchList'), t('settings.abilityWords.asksDnsAloneAbout')],
  recipients: [t('settings.abilityWords.noSuchCall'), t('settings.abilityWords.showsHowManyAlone')],
  activity: [t('settings.abilityWords.noSuchCall'), t('settings.abilityWords.showsItsOwnAlone')],
  bulk: [t('settings.abilityWords.noSuchCall'), t('settings.abilityWords.changesOneContactA')],
  lookup: [t('settings.abilityWords.noSuchCall'), t('settings.abilityWords.comparesImportsWithThe')],
  snooze: [t('settings.abilityWords.noSuchField'), t('settings.abilityWords.showsNone')],
  verify: [t('settings.abilityWords.noSuchCall'), t('settings.abilityWords.verifiesNone')],
  images: [t('settings.abilityWords.keepsNone'), t('settings.abilityWords.takesAddressesOfImages')],
  trackKey: [t('settings.abilityWords.noSuchCall'), t('settings.abilityWords.recordsNone')],
}

/** The answers of calls that are there in more than one way. */
const answers: Partial<Record<CapabilityKey, Partial<Record<CapabilityAnswer, Words>>>> = {
  domains: {
    byCursor: [t('settings.abilityWords.aList'), t('settings.abilityWords.showsWhoMaySend')],
    byPage: [t('settings.abilityWords.aList'), t('settings.abilityWords.showsWhoMaySend')],
    whole: [t('settings.abilityWords.aList'), t('settings.abilityWords.showsWhoMaySend')],
    byProject: [t('settings.abilityWords.byProject'), t('settings.abilityWords.showsWhoMaySend')],
    noKey: [t('settings.abilityWords.notWithAKey'), t('settings.abilityWords.asksDnsAloneAbout')],
  },
  campaignChanges: {
    byPatch: [t('settings.abilityWords.byPatch'), t('settings.abilityWords.sendsWhatChanged')],
    byPut: [t('settings.abilityWords.byPutAlone'), t('settings.abilityWords.sendsWhatChangedBy')],
  },
  steps: {
    oneAtATime: [t('settings.abilityWords.oneAtATime'), t('settings.abilityWords.drawsThem')],
    together: [t('settings.abilityWords.withTheirWorkflow'), t('settings.abilityWords.drawsThem')],
  },
  trackKey: {
    eitherKey: [t('settings.abilityWords.withEitherKey'), t('settings.abilityWords.recordsThem')],
    publicKey: [t('settings.abilityWords.onlyWithThePublic'), t('settings.abilityWords.recordsThemWithIt')],
  },
  templateLanguage: {
    liquid: [
      t('settings.abilityWords.liquidCheckedWhenSaved'),
      t('settings.abilityWords.rendersPreviewsAsIt'),
    ],
    placeholders: [t('settings.abilityWords.namesWithFallbacks'), t('settings.abilityWords.fillsThemInIn')],
  },
  textCase: {
    anyCase: [t('settings.abilityWords.osloIsOslo'), t('settings.abilityWords.countsSo')],
    exactCase: [t('settings.abilityWords.osloIsNotOslo'), t('settings.abilityWords.countsSo')],
  },
  missingValues: {
    otherThanAny: [
      t('settings.abilityWords.noValueIsNot'),
      t('settings.abilityWords.countsPeopleWithoutOne'),
    ],
    neverMatch: [t('settings.abilityWords.noValueIsNot2'), t('settings.abilityWords.leavesPeopleWithoutOne')],
  },
}

/** How a list is read, and in how many requests. */
function listWords({ answer, amount }: Capability): Words {
  const pages = amount === null ? null : Math.max(1, Math.ceil(amount / limits.page.max))
  const reads = (requests: number | null) =>
    requests === null
      ? t('settings.abilityWords.readsAllOfIt')
      : t('settings.abilityWords.readsAllInRequests', { requests })
  switch (answer) {
    case 'byCursor':
      return [t('settings.abilityWords.byCursorMaxA', { max: limits.page.max }), reads(pages)]
    case 'byPage':
      return [t('settings.abilityWords.byPageMaxA', { max: limits.page.max }), reads(pages)]
    case 'whole':
      return [
        t('settings.abilityWords.theWholeListAt'),
        amount === null || amount === 0
          ? t('settings.abilityWords.readsItIn1')
          : t('settings.abilityWords.readsAmountIn1', { amount }),
      ]
    case 'newest':
      return [t('settings.abilityWords.theNewestAlone'), t('settings.abilityWords.readsWhatItLists')]
    default:
      return [t('settings.abilityWords.noSuchList'), t('settings.abilityWords.showsNone')]
  }
}

function requestWords(amount: number | null, { backgroundShare, ceiling }: AbilitySurroundings): Words {
  const most = amount ?? ceiling
  const share = `${Math.round(backgroundShare * 100)} %`
  return amount === null
    ? [
        t('settings.abilityWords.mostAMinute', { most }),
        t('settings.abilityWords.readsWithShareOf', { share }),
      ]
    : [
        t('settings.abilityWords.mostInItsAnswers', { most }),
        t('settings.abilityWords.readsWithShareOf2', { share }),
      ]
}

function wordsOf(capability: Capability, around: AbilitySurroundings): Words {
  const { key, answer, amount } = capability
  if (key === 'requests') return requestWords(amount, around)
  const assumed = believed[key]
  if (assumed) return assumed
  if (answer === null)
    return [
      t('settings.abilityWords.notAskedYet'),
      meanwhile[key] ?? t('settings.abilityWords.doesAsDocumented'),
    ]
  const plain = answer === 'there' ? there[key] : answer === 'absent' ? absent[key] : undefined
  const [text, so] = answers[key]?.[answer] ?? plain ?? listWords(capability)
  if (key === 'domains' && amount !== null)
    return [t('settings.abilityWords.textAmountFound', { text, amount }), so]
  if (needsKey(capability, around)) return [text, t('settings.abilityWords.recordsNoneUntilYou')]
  return [text, so]
}

function needsKey({ key, answer }: Capability, { hasPublicKey }: AbilitySurroundings): boolean {
  return key === 'trackKey' && answer === 'publicKey' && !hasPublicKey
}

const markOf = {
  can: ['yes', t('words.yes')],
  cannot: ['no', t('words.no')],
  differs: ['otherwise', t('settings.abilityWords.yesOtherwiseThanSpecified')],
  needs: ['needs', t('settings.abilityWords.notWithoutAKey')],
  notAsked: ['open', t('words.notKnown')],
} as const

function sinceOf({ since, changedAt }: Capability, now: number): Pick<AbilityLine, 'since' | 'isNew'> {
  if (since === null) return { since: '–', isNew: false }
  const isNew = changedAt !== null && now - changedAt < newMs
  const isToday = formatDay(since) === formatDay(now)
  const day = isToday ? formatClock(since) : formatNearDay(since, now)
  return { since: isNew ? t('settings.abilityWords.newDay', { day }) : day, isNew }
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
    markWords: isBelieved ? t('settings.abilityWords.believed') : markWords,
    name: t(knownCapabilities[key].key),
    answer,
    so,
    needsKey: needs,
    evidence:
      evidence === ''
        ? isBelieved
          ? t('settings.abilityWords.believedAsDocumented')
          : t('settings.abilityWords.noAnswerYet')
        : evidence,
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
  if (known.asking) return { text: t('settings.abilityWords.itIsBeingAsked'), strong: '' }
  if (known.askedAt === null) return { text: t('settings.abilityWords.itWasNotAsked'), strong: '' }
  const { failed, changed } = known
  const since = known.askedBefore === null ? '' : formatMoment(known.askedBefore, now)
  return {
    text: t('settings.abilityWords.askedAtMomentWith', {
      moment: formatMoment(known.askedAt, now),
      requests: known.requests,
      failed,
    }),
    strong:
      changed === 0
        ? ''
        : t('settings.abilityWords.answersChangedSince', { changed, isSince: since !== '', since }),
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
