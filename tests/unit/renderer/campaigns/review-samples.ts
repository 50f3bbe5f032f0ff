import type { CampaignDetail } from '../../../../src-shared/bridge/campaigns'
import type {
  AudienceReport,
  Check,
  Mail,
  ReviewState,
  ReviewStep,
} from '../../../../src-shared/bridge/review'
import type { RenderedMail } from '../../../../src-shared/bridge/rendered-mail'

/** 20 November 2026, 13:52 UTC. */
export const then = Date.UTC(2026, 10, 20, 13, 52)

/** A mail as a person writes it. */
export const mail: Mail = {
  subject: 'Tide tables are in your log now',
  body: '<p>Hello {{firstName}}</p>',
  from: 'notes@mail.harbournotes.app',
  fromName: 'Harbour Notes',
  replyTo: '',
  type: 'MARKETING',
}

/** A campaign that is a draft. */
export function campaign(changes: Partial<CampaignDetail> = {}): CampaignDetail {
  return {
    id: 'tides',
    name: 'Tide tables, November',
    subject: mail.subject,
    type: mail.type,
    status: 'DRAFT',
    audienceName: 'Segment “Active in 12 months”',
    scheduledFor: null,
    sentAt: null,
    createdAt: then,
    updatedAt: then,
    recipients: 0,
    sent: 0,
    delivered: 0,
    opened: 0,
    clicked: 0,
    bounced: 0,
    complained: 0,
    unsubscribed: 0,
    description: '',
    mail,
    audience: { kind: 'segment', id: 'active' },
    audienceProblem: null,
    cancelReason: null,
    basis: '2026-11-20T13:52:00.000Z',
    raw: {},
    ...changes,
  }
}

/** A check that found something. */
export function check(changes: Partial<Check> & Pick<Check, 'rule' | 'outcome' | 'title'>): Check {
  return {
    key: changes.rule,
    sentence: '',
    count: null,
    figure: null,
    places: [],
    hasPeople: false,
    off: null,
    ...changes,
  }
}

const inBody = (line: number) => ({ part: 'body' as const, line, column: 9, length: 13 })

/** What look/campaign-review.png shows, with fewer passed ones. */
export const checks: readonly Check[] = [
  check({
    key: 'missingValue:firstName',
    rule: 'missingValue',
    outcome: 'warning',
    title: 'No `firstName` and no fallback',
    sentence:
      '1,284 of 40,112 people have no `firstName`. Their mail begins “Hello ,”. Give a fallback in line 18.',
    count: 1284,
    places: [inBody(18), inBody(18), inBody(22)],
    hasPeople: true,
  }),
  check({
    key: 'unknownVariable:firstname',
    rule: 'unknownVariable',
    outcome: 'error',
    title: 'Unknown variable `firstname`',
    sentence: 'Nobody has it. `firstName` was likely meant.',
    count: 40_112,
    places: [inBody(31)],
  }),
  check({ rule: 'htmlSize', outcome: 'warning', title: 'HTML nears the clip at 102 KB', figure: '93 KB' }),
  check({
    rule: 'undeliverable',
    outcome: 'note',
    title: 'Undeliverable addresses',
    count: 389,
    hasPeople: true,
  }),
  ...(['unsubscribeLink', 'senderDomain', 'subject', 'preheader', 'imageAlt', 'replyTo'] as const).map(
    (rule) => check({ rule, outcome: 'passed', title: `Passed ${rule}` }),
  ),
  check({ rule: 'linkMalformed', outcome: 'passed', title: '9 links well formed' }),
  check({
    rule: 'spamMarkers',
    outcome: 'off',
    title: 'Spam markers',
    off: { reason: 'Our own wording', at: then },
  }),
]

/** Who would get it. */
export function audience(changes: Partial<AudienceReport> = {}): AudienceReport {
  return {
    name: 'Segment “Active in 12 months”',
    asOf: then,
    members: 40_424,
    unsubscribed: 312,
    undeliverableLeftOut: null,
    willGet: 40_112,
    verdicts: { accepts: 35_485, risky: 2207, undeliverable: 389, unknown: 611, notChecked: 1420 },
    projectedBounces: 0.009,
    bounceBasis: { kind: 'rule', campaigns: 0, mails: 0, bounces: 0, scores: null },
    change: { at: then, added: 214, gone: 37 },
    seconds: 2865,
    domains: [{ domain: 'gmail.com', count: 17_208 }],
    otherDomains: { domains: 1904, count: 22_904 },
    mailboxes: [{ mailbox: 'gmail', people: 17_208 }],
    overlap: [{ campaignId: 'dates', name: 'Workshop dates', sentAt: then, count: 6918, exact: true }],
    personas: [
      { kind: 'first', label: 'Zofia Wiśniewska', contactId: 'zofia', email: 'zofia@poczta.pl' },
      { kind: 'missing', label: 'No firstName', contactId: 'nameless', email: 'x@gmail.com' },
    ],
    selectionId: 'everybody',
    ...changes,
  }
}

/** A review from its beginning to its end. */
export function steps(
  found: readonly Check[] = checks,
  report: AudienceReport = audience(),
): readonly ReviewStep[] {
  return [
    { part: 'checks', checks: found.filter(({ count }) => count === null) },
    { part: 'figure', willGet: report.willGet, tookMs: 200 },
    { part: 'audience', audience: report, tookMs: 900 },
    { part: 'checks', checks: found.filter(({ count }) => count !== null) },
    {
      part: 'done',
      reviewId: 'r1',
      hash: 'hash1',
      rules: 22,
      people: report.willGet,
      tookMs: 1800,
      at: then,
    },
  ]
}

/** Nothing is signed. */
export const unsigned: ReviewState = {
  signOff: null,
  off: [],
  last: { at: then, people: 40_112, findings: 4, found: null },
}

/** The mail as somebody receives it. */
export function rendered(changes: Partial<RenderedMail> = {}): RenderedMail {
  return {
    subject: 'Tide tables are in your log now',
    html: '<!doctype html><p>Hello Zofia</p>',
    text: 'Hello Zofia',
    preheader: '',
    from: 'Harbour Notes <notes@mail.harbournotes.app>',
    replyTo: '',
    bytes: 93_000,
    blockedImages: 1,
    ownDark: false,
    faint: null,
    ...changes,
  }
}
