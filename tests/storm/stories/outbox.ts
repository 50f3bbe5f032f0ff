import { ORPCError } from '@orpc/client'
import { z } from 'zod'
import type { Bridge } from '../../../src-shared/bridge/contract'
import { copied, lookUntil } from '../person'
import {
  editDifferences,
  onceDifferences,
  type Attempt,
  type EditAttempt,
  type OnceAttempt,
} from '../proofs/outbox'
import type { Scene } from '../scene'
import { senderOf } from '../sender'
import type { Story } from '../story'
import { Strangers } from '../strangers'
import { sendMail } from '../../fixtures/send-mail'

const steps = 36
const people = 5
const countSchema = z.array(z.object({ name: z.string().nullable(), times: z.number() }))

type Step =
  | { kind: 'edit'; id: string; number: number }
  | { kind: 'track'; email: string; name: string }
  | { kind: 'mail'; email: string; name: string }

/** A step with what became of it; `offline`: the way to the service is cut meanwhile. */
type Tried = Step & { came: Attempt | null; offline: boolean }

/** Edits, events and mails, some of them while the service cannot be reached. */
export const outboxStory: Story = {
  capability: 'outbox',
  contacts: 30,
  isWrite: ({ method }) => method === 'PATCH' || method === 'POST',
  async play(scene, changes) {
    const place = { address: scene.address, secretKey: scene.service.secretKey }
    const from = await senderOf(scene.service)
    const known = [...(await scene.service.people()).values()]
    const tried = drawnSteps(
      scene,
      known.slice(0, people).map(({ id, email }) => ({ id, email })),
    )
    const strangers = new Strangers(scene, changes, known)
    const conflicts = await scene.through({
      drive: async (bridge) => {
        scene.wire.isCut = false
        await copied(bridge, place, 'contacts')
        for (const step of tried) await attempt(scene, bridge, step, from)
        scene.wire.isCut = false
        return settled(bridge)
      },
      kills: scene.kills,
      within: 8,
      isWrite: outboxStory.isWrite,
      meanwhile: () => strangers.any('create', 'change'),
    })
    const differences = [
      ...conflicts.map((what) => ({ kind: 'wrong' as const, what })),
      ...(await editsProved(scene, tried)),
    ]
    const once = await onceAttempts(scene, tried)
    differences.push(...onceDifferences(once))
    return { differences, unknown: once.filter(({ known: says }) => says === 'unknown').length }
  },
}

/** Steps as they fall; in the middle of them are some that are made offline. */
function drawnSteps(scene: Scene, whom: { id: string; email: string }[]): Tried[] {
  const cutFrom = scene.draw(steps)
  return Array.from({ length: steps }, (_, number): Tried => {
    const { id, email } = whom[scene.draw(whom.length)] ?? { id: '', email: '' }
    const common = { came: null, offline: number >= cutFrom && number < cutFrom + 8 }
    // Of one length, so that a search for one name does not find ten others that begin with it.
    const name = String(number).padStart(2, '0')
    const kind = scene.draw(4)
    if (kind === 0) return { kind: 'track', email, name: `storm_${name}`, ...common }
    if (kind === 1) return { kind: 'mail', email, name: `Storm ${name}`, ...common }
    return { kind: 'edit', id, number, ...common }
  })
}

/** Makes a step unless it was made; one that a kill cut off is not made again by the person, who cannot know. */
async function attempt(scene: Scene, bridge: Bridge, step: Tried, from: string): Promise<void> {
  if (step.came !== null) return
  scene.wire.isCut = step.offline
  step.came = { is: 'cut off' }
  try {
    step.came = await made(bridge, step, from)
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error
    step.came = { is: 'refused', why: JSON.stringify(error.data) }
  }
}

async function made(bridge: Bridge, step: Step, from: string): Promise<Attempt> {
  if (step.kind === 'edit') {
    await bridge.contacts.update({ id: step.id, changes: { data: { step: step.number } } })
    return { is: 'taken' }
  }
  if (step.kind === 'track') {
    const { outcome } = await bridge.events.track({ email: step.email, event: step.name })
    return { is: outcome }
  }
  const hold = await sendMail(bridge, {
    to: [step.email],
    templateId: null,
    subject: step.name,
    body: '<p>Hello</p>',
    from,
    fromName: null,
    replyTo: null,
    data: {},
    subscribed: null,
    attachments: [],
  })
  return hold.state === 'sent' || hold.state === 'unknown'
    ? { is: hold.state }
    : { is: 'refused', why: JSON.stringify(hold) }
}

/** Waits until nothing is queued any more. Answers what conflicts there are, in words: nobody else wrote these fields. */
async function settled(bridge: Bridge): Promise<string[]> {
  const { entries } = await lookUntil(
    async () => {
      await bridge.sync.reconnect()
      return bridge.outbox.list()
    },
    ({ entries: open }) => open.every(({ state }) => state !== 'queued' && state !== 'in_flight'),
  )
  return entries
    .filter(({ state }) => state === 'conflict' || state === 'refused')
    .map((entry) => `a ${entry.state} in the outbox: ${JSON.stringify(entry)}`)
}

async function editsProved(scene: Scene, tried: Tried[]) {
  const now = await scene.service.people()
  const edits = new Map<string, EditAttempt[]>()
  for (const step of tried) {
    if (step.kind !== 'edit' || step.came === null) continue
    edits.set(step.id, [...(edits.get(step.id) ?? []), { number: step.number, came: step.came }])
  }
  return [...edits].flatMap(([id, attempts]) => {
    const sent = scene.wire.sent.filter(
      ({ method, path }) => method === 'PATCH' && path === `/contacts/${id}`,
    )
    return editDifferences(id, attempts, now.get(id)?.data.step ?? null, sent)
  })
}

/** What must not happen twice, with what the service and the console say of it. */
async function onceAttempts(scene: Scene, tried: Tried[]): Promise<OnceAttempt[]> {
  const bridge = await scene.bridge()
  const { entries } = await bridge.outbox.list()
  const { mails } = await bridge.send.history({ slice: { offset: 0, limit: 500 } })
  const events = `SELECT event_name.name, count(*) AS times FROM event
    JOIN event_name ON event_name.number = event.name GROUP BY event_name.name`
  // What a message is made of goes once it is sent; its subject is noted with it then.
  const mailed = `SELECT coalesce(message.subject, mail_content.subject) AS name, count(*) AS times FROM message
    LEFT JOIN mail_content ON mail_content.seq = message.content WHERE message.campaign IS NULL GROUP BY 1`
  const held = [
    ...countSchema.parse(await scene.service.rows(events)),
    ...countSchema.parse(await scene.service.rows(mailed)),
  ]
  const found: OnceAttempt[] = []
  for (const step of tried) {
    if (step.kind === 'edit' || step.came === null) continue
    const { name, came, kind } = step
    const entry = entries.find((each) => each.kind === 'track' && each.summary.includes(name))
    const mail = mails.find(({ subject }) => subject === name)
    const known =
      kind === 'track' ? (entry?.state ?? (await activityOf(bridge, name))) : (mail?.state ?? null)
    const reached = scene.wire.sent.filter(
      ({ body, fate }) => fate !== 'lost' && body.includes(`"${name}"`),
    ).length
    found.push({ name, came, known, reached, times: held.find((each) => each.name === name)?.times ?? 0 })
  }
  return found
}

/** What the activity log says of an event that is in the outbox no more; null: nothing. */
async function activityOf(bridge: Bridge, name: string): Promise<string | null> {
  const filter = { kind: 'write', outcome: null, search: name } as const
  const { entries } = await bridge.activity.page({ filter, slice: { offset: 0, limit: 5 } })
  const [entry] = entries.filter(({ title }) => title.includes(`${name} `))
  if (!entry) return null
  return entry.outcome === 'done' ? 'sent' : entry.outcome
}
