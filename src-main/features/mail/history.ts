import { t } from '../../../src-shared/messages/message'
import { localDate } from '../../../src-shared/instants'
import type { Slice } from '../../../src-shared/bridge/base'
import type { ExportProgress } from '../../../src-shared/bridge/grid'
import type { Mail, RenderAs } from '../../../src-shared/bridge/review'
import type { LatelyMail, SentMail, SentOutcome, SentQuery, SentRow } from '../../../src-shared/bridge/send'
import { type SendRequest, sendRequestSchema } from '../../../src-shared/interface/send'
import { templateSchema } from '../../../src-shared/interface/template'
import type { Cache } from '../../cache/store'
import type { Clock } from '../../core/clock'
import type { Host } from '../../core/host'
import { stepsByMail, type MailSteps } from '../events'
import { newestFirst, writeExport } from '../exports'
import { plainValues } from './plain-values'

/** So long ago is lately. */
const latelyMs = 30 * 24 * 3_600_000
const mostLately = 20

/** Events of a mail may be dated a little before it by the service's clock. */
const clockMs = 5 * 60_000

/** What was sent, with what the copied events tell of each mail. */
export async function historyOf(
  cache: Pick<Cache, 'sentMails' | 'events'>,
  input: { query: SentQuery; slice: Slice },
) {
  const found = await cache.sentMails.page(input)
  return { ...found, mails: await withOutcomes(cache, found.mails) }
}

async function withOutcomes(cache: Pick<Cache, 'events'>, mails: readonly SentMail[]): Promise<SentRow[]> {
  const ids = mails.flatMap(({ state, contactId }) => (state === 'sent' && contactId ? [contactId] : []))
  const steps = await stepsOf(cache, ids)
  return mails.map((mail) => {
    const of = mail.contactId === null ? undefined : steps.get(mail.contactId)
    return { ...mail, outcome: of && mail.state === 'sent' ? outcomeOf(mail, of) : null }
  })
}

/** What happened to the mails of contacts, by contact and mail. */
async function stepsOf(cache: Pick<Cache, 'events'>, ids: readonly string[]) {
  const found = new Map<string, Map<string, MailSteps>>()
  for (const id of new Set(ids)) found.set(id, stepsByMail(await cache.events.mails(id)))
  return found
}

function outcomeOf(mail: SentMail, steps: Map<string, MailSteps>): SentOutcome | null {
  const bySubject = steps.get(mail.subject)
  const found =
    (mail.emailId === null ? undefined : steps.get(mail.emailId)) ??
    (bySubject && bySubject.first >= mail.at - clockMs ? bySubject : undefined)
  if (found === undefined) return null
  const { deliveredAt, openedAt, clickedAt, failed } = found
  return { deliveredAt, openedAt, clickedAt, failed }
}

/** What people got lately, from here and from elsewhere, the newest first. */
export async function latelyTo(
  { cache, clock }: { cache: Pick<Cache, 'sentMails' | 'events' | 'contacts'>; clock: Clock },
  emails: string[],
): Promise<LatelyMail[]> {
  const since = clock.now() - latelyMs
  const own = await cache.sentMails.lately({ emails, since, limit: mostLately })
  const known = new Set(own.flatMap(({ emailId }) => (emailId === null ? [] : [emailId])))
  const contacts = await cache.contacts.findByEmails(emails)
  const others: LatelyMail[] = []
  for (const contact of contacts) {
    if (contact === null) continue
    for (const [key, { first, title }] of stepsByMail(await cache.events.mails(contact.id))) {
      if (first < since || known.has(key)) continue
      const isOwn = own.some((mail) => mail.subject === title && Math.abs(mail.at - first) < clockMs)
      if (!isOwn)
        others.push({ email: contact.email, title, at: first, id: null, state: 'sent', templateId: null })
    }
  }
  return [
    ...own.map(({ to, subject, ...mail }) => ({
      email: to,
      title: subject,
      at: mail.at,
      id: mail.id,
      state: mail.state,
      templateId: mail.templateId,
    })),
    ...others,
  ]
    .sort((one, other) => other.at - one.at)
    .slice(0, mostLately)
}

/** A mail whose text is kept still, and as whom it is rendered; null where it is not. */
export async function asSent(
  cache: Pick<Cache, 'sentMails' | 'catalogue'>,
  id: number,
): Promise<{ mail: Mail; as: RenderAs } | null> {
  const found = await cache.sentMails.get(id)
  if (found === null || found.rest === null) return null
  const request = sendRequestSchema.unwrap().omit({ to: true }).parse(JSON.parse(found.rest))
  const template = await templateOf(cache, request.template)
  const data =
    found.data === null ? request.data : sendRequestSchema.unwrap().shape.data.parse(JSON.parse(found.data))
  return {
    mail: {
      subject: request.subject ?? template?.subject ?? '',
      body: request.body ?? template?.body ?? '',
      from: addressOf(request.from) ?? template?.from ?? '',
      fromName: request.name ?? template?.fromName ?? '',
      replyTo: request.reply ?? template?.replyTo ?? '',
      type: 'TRANSACTIONAL',
    },
    as: { kind: 'values', email: found.mail.to, data: plainValues(data ?? {}) },
  }
}

/** A sender is written as an address, or with a name beside it. */
const addressOf = (sender: SendRequest['from']) => (typeof sender === 'object' ? sender.email : sender)

async function templateOf(cache: Pick<Cache, 'catalogue'>, id: string | undefined) {
  const stored = id === undefined ? null : await cache.catalogue.get({ list: 'templates', id })
  return stored === null ? null : templateSchema.parse(stored)
}

const columns = [
  'to',
  'name',
  'subject',
  'template',
  'state',
  'outcome',
  'at',
  'emailId',
  'contactId',
] as const

/** Writes what was sent to a file, the newest first. */
export async function* exportSent(
  cache: Pick<Cache, 'sentMails' | 'events'>,
  host: Host,
  { query, format }: { query: SentQuery; format: 'csv' | 'json' },
  signal: AbortSignal | undefined,
): AsyncGenerator<ExportProgress, void, undefined> {
  const { count } = await cache.sentMails.page({ query, slice: { offset: 0, limit: 1 } })
  yield* writeExport<SentRow>(
    {
      name: t('mail.history.sentMailsDayof', { dayOf: localDate(host.clock.now()) }),
      format,
      total: count,
      slices: () => newestFirst(async (slice) => (await historyOf(cache, { query, slice })).mails),
      header: [...columns],
      object: shown,
    },
    host,
    signal,
  )
}

/** The columns of a line, in their order. */
function shown(mail: SentRow): Record<(typeof columns)[number], unknown> {
  const { to, name, subject, facts, state, at, emailId, contactId, outcome } = mail
  const step = outcome?.clickedAt
    ? 'clicked'
    : outcome?.openedAt
      ? 'opened'
      : outcome?.deliveredAt
        ? 'delivered'
        : null
  const when = new Date(at).toISOString()
  const template = facts?.template ?? null
  return {
    to,
    name,
    subject,
    template,
    state,
    outcome: outcome?.failed ?? step,
    at: when,
    emailId,
    contactId,
  }
}
