import { expect, it, onTestFinished } from 'vitest'
import { openMailHolds } from '../../../src-main/features/mail/holds'
import { asProblem } from '../../../src-main/core/problems'
import { createFakeClock } from '../../fixtures/fake-clock'
import { refuse, reset } from '../../fixtures/misbehaving-server'
import { createRecordedLog } from '../../fixtures/recorded-log'
import { soon } from '../../fixtures/soon'
import { openFixture, outgoing } from './fixture'

const draft = { kind: 'send', of: 'new' } as const

/** Mails that are held for 30 seconds by a clock of their own, with a draft of what is sent. */
async function openHolds() {
  const fixture = await openFixture()
  const clock = createFakeClock()
  await fixture.cache.drafts.put({ ...draft, content: { to: 'ada@example.com' }, now: 1 })
  const { log } = createRecordedLog()
  const { cache, mails } = fixture
  const open = async () => {
    const holds = await openMailHolds({ cache, clock, log, mails, seconds: () => 30 })
    onTestFinished(() => holds.close())
    return holds
  }
  const holds = await open()
  const hasDraft = async () => (await fixture.cache.drafts.get(draft)) !== null
  return { fixture, clock, holds, open, hasDraft }
}
const codeOf = async (call: () => unknown): Promise<string | null> => {
  try {
    await call()
    return null
  } catch (error) {
    return asProblem(error).problem.code
  }
}

it('lets nothing leave while it holds, and then once; the draft goes with the answer', async () => {
  const { fixture, clock, holds, hasDraft } = await openHolds()
  expect(await holds.hold(outgoing)).toMatchObject({ state: 'held', people: 1, first: 'ada@example.com' })
  await clock.advance(29_000)
  expect(fixture.sends()).toHaveLength(0)
  expect((await fixture.history()).total).toBe(0)
  await clock.advance(1000)
  await soon(() => expect(holds.live()).toMatchObject([{ state: 'sent', taken: 1 }]))
  expect(fixture.sends()).toHaveLength(1)
  expect(await hasDraft()).toBe(false)
})

it('is undone, and nothing leaves ever', async () => {
  const { fixture, clock, holds, hasDraft } = await openHolds()
  const { id } = await holds.hold(outgoing)
  holds.undo(id)
  await clock.advance(60_000)
  expect(holds.live()).toEqual([])
  expect(fixture.sends()).toHaveLength(0)
  expect(await hasDraft()).toBe(true)
  expect(await codeOf(() => holds.undo(id))).toBe('conflict')
  expect(await codeOf(() => holds.sendNow(id))).toBe('conflict')
})

it('leaves at once where a person does not wait, once, however often that is pressed', async () => {
  const { fixture, clock, holds } = await openHolds()
  const { id } = await holds.hold(outgoing)
  const both = await Promise.all([holds.sendNow(id), holds.sendNow(id)])
  expect(both).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
  await clock.advance(60_000)
  expect(fixture.sends()).toHaveLength(1)
  expect(await codeOf(() => holds.undo(id))).toBe('conflict')
  holds.dismiss(id)
  expect(holds.live()).toEqual([])
})

it('sends nothing of what is held when the profile is closed', async () => {
  const { fixture, clock, holds, hasDraft } = await openHolds()
  await holds.hold(outgoing)
  await holds.close()
  await clock.advance(60_000)
  expect(fixture.sends()).toHaveLength(0)
  expect(await hasDraft()).toBe(true)
  expect(await codeOf(() => holds.hold(outgoing))).toBe('cancelled')
})

it('tells once the program is there again that what it held did not leave, until that is put away', async () => {
  const { fixture, clock, holds, open } = await openHolds()
  const { id } = await holds.hold(outgoing)
  // It is not closed: this is what a crash leaves behind.
  const after = await open()
  expect(after.live()).toMatchObject([
    { id, subject: 'Your invoice', state: 'refused', problem: { title: 'It was not sent' } },
  ])
  expect(await after.sendNow(id)).toMatchObject({ state: 'refused' })
  expect(await codeOf(() => after.undo(id))).toBe('conflict')
  await after.dismiss(id)
  expect((await open()).live()).toEqual([])
  await holds.close()
  await clock.advance(60_000)
  expect(fixture.sends()).toHaveLength(0)
})

it('tells nothing of one that left, was undone, or could not leave', async () => {
  const { fixture, holds, open } = await openHolds()
  await holds.sendNow((await holds.hold(outgoing)).id)
  holds.undo((await holds.hold(outgoing)).id)
  const { id } = await holds.hold(outgoing)
  fixture.online = false
  expect(await holds.sendNow(id)).toMatchObject({ state: 'refused' })
  await holds.close()
  expect((await open()).live()).toEqual([])
})

it('keeps the draft where the service refuses it', async () => {
  const { fixture, holds, hasDraft } = await openHolds()
  fixture.server.answer(() => refuse(422, 'VALIDATION_ERROR'))
  const { id } = await holds.hold(outgoing)
  expect(await holds.sendNow(id)).toMatchObject({ state: 'refused', problem: { code: 'invalid_request' } })
  expect(await hasDraft()).toBe(true)
})

it('counts of how many nobody knows, and lets their draft go', async () => {
  const { fixture, holds, hasDraft } = await openHolds()
  fixture.server.next(reset())
  const { id } = await holds.hold({ ...outgoing, to: ['ada@example.com', 'bob@example.com'] })
  expect(await holds.sendNow(id)).toMatchObject({ state: 'unknown', taken: 1, unanswered: 1 })
  expect(await hasDraft()).toBe(false)
})

it('does not leave where the service went away meanwhile', async () => {
  const { fixture, holds, hasDraft } = await openHolds()
  const { id } = await holds.hold(outgoing)
  fixture.online = false
  expect(await holds.sendNow(id)).toMatchObject({ state: 'refused', problem: { code: 'offline' } })
  expect((await fixture.history()).total).toBe(0)
  expect(await hasDraft()).toBe(true)
})

it('takes files with it as they were when it was confirmed', async () => {
  const { fixture, holds } = await openHolds()
  const attached = await fixture.attach('notes.txt', 'one')
  const { id } = await holds.hold({ ...outgoing, attachments: [attached] })
  await fixture.mails.attachments.letGo(attached)
  await holds.sendNow(id)
  const [sent] = fixture.sends()
  expect(JSON.parse(sent?.body ?? '').attachments).toMatchObject([{ filename: 'notes.txt' }])
})

it('is refused at once where the service would not take it', async () => {
  const { holds } = await openHolds()
  expect(await codeOf(() => holds.hold({ ...outgoing, subject: null }))).toBe('input_invalid')
  expect(holds.live()).toEqual([])
})
