import { t } from '../../../src-shared/messages/message'
import { tell } from '../../../src-shared/messages/told'
import type { Clock } from '../../core/clock'
import { randomUUID } from 'node:crypto'
import type { Mail, RenderAs } from '../../../src-shared/bridge/review'
import type { Outgoing, SentMail } from '../../../src-shared/bridge/send'
import { limits } from '../../../src-shared/interface/limits'
import { templateSchema } from '../../../src-shared/interface/template'
import type { Cache } from '../../cache/store'
import { KeySeen } from '../../core/client/idempotency'
import { isAway, needsPerson } from '../../core/client/reach'
import type { ServiceClient } from '../../core/client/client'
import { PendingWork } from '../../core/client/under-way'
import type { Logger } from '../../core/log'
import { isProblem, problem } from '../../core/problems'
import { Attachments } from './attachments'
import { endedBetween, makeOnce } from './outcome'
import { plainValues } from './plain-values'
import { bodyOf, compose, type Composed } from './request'
import type { AddedMail } from './store'

/** What mails are sent with. `refuse` throws where no write may leave now. */
export interface MailTools {
  cache: Cache
  clock: Clock
  log: Logger
  access: { readonly client: ServiceClient }
  refuse(): void
  /** Fills a mail in as somebody receives it. */
  fill(mail: Pick<Mail, 'subject' | 'body'>, as: RenderAs): Promise<Pick<Mail, 'subject' | 'body'>>
}

/** A mail that is ready to leave: nothing of it is asked for any more. */
export interface PreparedMail {
  readonly composed: Composed
  readonly templateId: string | null
  readonly to: readonly Omit<AddedMail, 'key'>[]
}

/** Opens the mails of a profile, settling what was on its way when the program last ended. */
export async function openMails(tools: MailTools): Promise<Mails> {
  const { cache, clock } = tools
  for (const { mail, hasLeft } of await cache.sentMails.leaving()) {
    const { id } = mail
    const answeredAt = clock.now()
    await cache.sentMails.set(
      hasLeft
        ? { id, state: 'unknown', problem: endedBetween(), answeredAt }
        : { id, state: 'refused', problem: neverLeft(), answeredAt },
    )
  }
  return new Mails(tools)
}

/** Mails that are sent from here, to one recipient at a time; none of them waits, and none is sent again by itself. */
export class Mails {
  readonly attachments: Attachments
  readonly #underWay = new PendingWork()
  readonly #closing = new AbortController()

  constructor(private readonly tools: MailTools) {
    this.attachments = new Attachments(tools.log)
  }

  /** Sends a mail. What becomes of each recipient is told by its row; rejects only where nothing left at all. */
  send(outgoing: Outgoing): Promise<SentMail[]> {
    return this.#underWay.follow(this.prepare(outgoing).then((prepared) => this.#sendAll(prepared)))
  }

  /** Reads all that a mail needs. Rejects where it may not leave, or the service would refuse it. */
  async prepare(outgoing: Outgoing): Promise<PreparedMail> {
    this.tools.refuse()
    const files = await this.attachments.read(outgoing.attachments)
    const composed = compose(outgoing, files)
    const template = await this.#templateOf(outgoing)
    const facts = {
      template: template?.name ?? null,
      from: outgoing.from ?? (template?.from || null),
      files: files.length,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    }
    const subject = outgoing.subject ?? template?.subject ?? ''
    const to: Omit<AddedMail, 'key'>[] = []
    for (const { email, data } of composed.to) {
      const { name = null, filled = null, data: own = {} } = outgoing.people[email.toLowerCase()] ?? {}
      const values = plainValues({ ...outgoing.data, ...own })
      const seen = await this.tools.fill({ subject, body: '' }, { kind: 'values', email, data: values })
      to.push({ email, data, name, subject: seen.subject, facts: { ...facts, filled } })
    }
    return { composed, templateId: outgoing.templateId, to }
  }

  /** Sends what is ready and was held, as {@link Mails.send} does. */
  sendPrepared(prepared: PreparedMail, hold: string): Promise<SentMail[]> {
    this.tools.refuse()
    return this.#underWay.follow(this.#sendAll(prepared, hold))
  }

  /** Sends a mail as somebody receives it to each address, at once. */
  async test(of: { mail: Mail; as: RenderAs; emails: string[]; attachments: string[] }): Promise<SentMail[]> {
    const { mail, as, emails, attachments } = of
    const orNull = (text: string) => (text.trim() === '' ? null : text)
    return this.send({
      to: emails,
      templateId: null,
      ...(await this.tools.fill(mail, as)),
      from: orNull(mail.from),
      fromName: orNull(mail.fromName),
      replyTo: orNull(mail.replyTo),
      data: {},
      people: {},
      subscribed: null,
      headers: {},
      attachments,
    })
  }

  /** Settles a mail whose outcome is unknown. Rejects with `conflict` where it is none, or is too old to ask. */
  settle(id: number, how: 'ask' | 'sent' | 'notSent'): Promise<SentMail> {
    return this.#underWay.follow(this.#settle(id, how))
  }

  /** Lets nothing more leave, and waits for what has. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The profile is closed'))
    await this.#underWay.ended()
    await this.attachments.close()
  }

  async #settle(id: number, how: 'ask' | 'sent' | 'notSent'): Promise<SentMail> {
    const { cache, clock, refuse } = this.tools
    const found = await cache.sentMails.get(id)
    if (!found) throw problem('not_found', { why: tell('mail.mails.thisMailIsNot') })
    if (found.mail.state !== 'unknown')
      throw problem('conflict', {
        title: tell('mail.mails.thisIsSettled'),
        why: tell('mail.mails.whatBecameOfThis'),
        action: tell('mail.mails.lookAtItsRow'),
      })
    const settledAt = clock.now()
    if (how === 'sent') return cache.sentMails.set({ id, state: 'sent', problem: null, settledAt })
    if (how === 'notSent')
      return cache.sentMails.set({ id, state: 'refused', problem: bySomebody(), settledAt })
    refuse()
    const { mail, rest, data } = found
    if (rest === null || Math.abs(clock.now() - mail.at) >= limits.idempotencyKeyMs)
      throw problem('conflict', {
        title: tell('mail.mails.thisIsTooOld'),
        why: tell('mail.mails.theServiceKnowsA'),
        action: tell('mail.mails.lookAtTheService'),
      })
    return this.#sendOne(mail, data, { rest, logged: { subject: mail.subject } })
  }

  async #sendAll(
    { composed, templateId, to }: PreparedMail,
    hold: string | null = null,
  ): Promise<SentMail[]> {
    const { cache, clock } = this.tools
    const rows = await cache.sentMails.add({
      to: to.map((one) => ({ ...one, key: randomUUID() })),
      templateId,
      rest: composed.rest,
      now: clock.now(),
      hold,
    })
    const sent: SentMail[] = []
    let stopped: SentMail['problem'] = null
    let nextAt = clock.monotonic()
    for (const [index, row] of rows.entries()) {
      // No faster than the service lets mails go: beyond that it refuses them.
      if (index > 0 && !stopped)
        await clock.sleep(Math.max(0, nextAt - clock.monotonic()), this.#closing.signal).catch(noPause)
      nextAt = clock.monotonic() + 1000 / limits.emailsPerSecond
      if (this.#closing.signal.aborted) stopped ??= neverLeft()
      const done: SentMail = stopped
        ? await cache.sentMails.set({
            id: row.id,
            state: 'refused',
            problem: stopped,
            answeredAt: clock.now(),
          })
        : await this.#sendOne(row, to[index]?.data ?? null, composed)
      sent.push(done)
      // What would fail for each of them is not tried with each.
      if (done.state === 'refused' && done.problem && stopsAll(done.problem)) stopped ??= done.problem
    }
    await this.#learn(sent)
    return sent
  }

  async #sendOne(
    mail: SentMail,
    data: string | null,
    { rest, logged: about }: Pick<Composed, 'rest' | 'logged'>,
  ): Promise<SentMail> {
    const { cache, clock, access } = this.tools
    await cache.sentMails.leave({ id: mail.id, now: clock.now() })
    const write = {
      title: tell('told.sendMail', { subject: mail.subject, to: mail.to }),
      method: 'POST',
      path: '/v1/send',
      body: { to: mail.to, ...about },
    } as const
    const made = await makeOnce(this.tools, write, (options) =>
      access.client.sendMail(bodyOf(mail.to, rest, data), mail.idempotencyKey, options),
    )
    const told = { id: mail.id, answeredAt: clock.now() }
    if ('answered' in made)
      return cache.sentMails.set({ ...told, state: 'sent', ...made.answered, problem: null })
    const { failed, outcome } = made
    return cache.sentMails.set({ ...told, ...(failed instanceof KeySeen ? seen(failed) : outcome) })
  }

  /** The copy gets contacts that a mail made, without waiting for the next sync. */
  async #learn(sent: readonly SentMail[]): Promise<void> {
    const { cache, access } = this.tools
    for (const { contactId } of sent) {
      if (contactId === null || this.#closing.signal.aborted || (await cache.contacts.get(contactId)))
        continue
      try {
        await cache.contacts.upsert((await access.client.getContact(contactId, { priority: 'job' })).value)
      } catch (error) {
        if (!isProblem(error)) throw error // The mail is sent whatever comes of this: the next sync brings the contact.
      }
    }
  }

  async #templateOf({ templateId }: Outgoing) {
    if (templateId === null) return null
    const stored = await this.tools.cache.catalogue.get({ list: 'templates', id: templateId })
    return stored === null ? null : templateSchema.parse(stored)
  }
}

/** What a service that has seen the key before means by that (docs/security.md, C24). */
function seen({ problem: found, originalStatus, wasTaken }: KeySeen) {
  if (wasTaken) return { state: 'sent', problem: null } as const
  const why =
    originalStatus === null
      ? t('mail.mails.theServiceHasThis')
      : originalStatus === undefined
        ? t('mail.mails.theServiceHasSeen')
        : t('mail.mails.theServiceHasSeen2', { originalStatus })
  const action = originalStatus === null ? t('mail.mails.askAgainInA') : t('mail.mails.lookAtTheService')
  return {
    state: 'unknown',
    problem: problem('outcome_unknown', { ...facts(found), why, action }).problem,
  } as const
}

function facts({ status, requestId }: SentMail['problem'] & object) {
  return {
    ...(status === undefined ? {} : { status }),
    ...(requestId === undefined ? {} : { requestId }),
  }
}

function stopsAll(found: NonNullable<SentMail['problem']>): boolean {
  const passing = ['forbidden', 'rate_limited', 'cancelled'].includes(found.code)
  return passing || needsPerson(found) || isAway(problem(found.code))
}

/** Closing ends a pause between two mails: what is left of them is told by its row. */
const noPause = () => undefined

/** What is said of a mail that was to leave when the program ended. */
export function neverLeft() {
  return problem('cancelled', {
    title: tell('words.itWasNotSent'),
    why: tell('mail.mails.postroomWasClosedBefore'),
    action: tell('mail.mails.sendItAgainWhen'),
  }).problem
}

function bySomebody() {
  return problem('outcome_unknown', {
    title: tell('words.itWasNotSent'),
    why: tell('mail.mails.noAnswerCameAnd'),
    action: tell('mail.mails.sendItAgainWhen'),
  }).problem
}
