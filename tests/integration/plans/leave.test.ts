import { describe, expect, it, vi } from 'vitest'
import type { Plan } from '../../../src-shared/bridge/plans'
import { until } from '../../fixtures/until'
import { temporaryFolder } from '../cache/support'
import { hourly, openPlanFixture, type PlanFixture } from './fixture'

// A console is started, and hours are waited for in seconds.
vi.setConfig({ testTimeout: 120_000 })

const start = async ({ core, clock, campaignId, people }: PlanFixture, changes = {}) =>
  core.bridge.plans.start({
    campaignId,
    settings: hourly(clock.now(), 600, changes),
    people,
    typed: String(people),
  })
const isVoid = ({ text }: Plan['notes'][number]) => text.startsWith('Slice 2: The campaign changed')
const left = (plan: Plan) => plan.slices.filter(({ state }) => state === 'left').length

describe('a campaign in slices', () => {
  it('writes to everybody once, a slice after the other, each judged', async () => {
    const fixture = await openPlanFixture(1500)
    const { slices } = await start(fixture)
    expect(slices.map(({ people }) => people)).toEqual([600, 600, 300])
    const one = await fixture.planIs((plan) => left(plan) === 1)
    expect(fixture.mails().size).toBe(600)
    expect(one.slices[1]?.state).toBe('waits')
    const done = await fixture.planIs(({ state }) => state === 'done')
    expect(done.slices.map(({ judgement }) => judgement)).toEqual(['fine', 'fine', 'early'])
    expect(fixture.mails().size).toBe(1500)
    expect([...fixture.mails().values()].every((count) => count === 1)).toBe(true)
  })

  it('stops within one slice where 12 % bounce, and goes on when a person says so', async () => {
    const fixture = await openPlanFixture(1500)
    await start(fixture)
    await fixture.planIs((plan) => left(plan) === 1)
    const sent = fixture.service.state.emails.all().filter(({ campaignId }) => campaignId !== null)
    for (const { id } of sent.slice(0, 72)) fixture.service.settleEmail(id, 'bounce')
    const held = await fixture.planIs(({ state }) => state === 'held')
    expect(held.held?.why).toBe('Slice 1: 72 bounced, 12%. The brake stops at 5%.')
    // What it was held for stands in its table, though it is not judged yet.
    expect(held.slices[0]?.measures[0]).toMatchObject({ key: 'bounced', count: 72, state: 'stops' })
    await fixture.planIs((plan) => plan.slices[0]?.judgement === 'stops')
    expect(fixture.mails().size).toBe(600)
    const { campaignId, core } = fixture
    await expect(
      core.bridge.plans.decide({ campaignId, decision: { kind: 'goOn', typed: '5' } }),
    ).rejects.toMatchObject({ data: { code: 'input_invalid' } })
    await core.bridge.plans.decide({ campaignId, decision: { kind: 'goOn', typed: '600' } })
    await fixture.planIs((plan) => left(plan) === 2)
    expect(fixture.mails().size).toBe(1200)
  })

  it('goes on after a restart where it was, and writes to nobody twice', async () => {
    const fixture = await openPlanFixture(1300)
    await start(fixture)
    await fixture.planIs((plan) => left(plan) === 1)
    await fixture.restart()
    await fixture.planIs((plan) => plan.slices[1]?.state === 'ready')
    await fixture.restart()
    await fixture.planIs(({ state }) => state === 'done')
    expect(fixture.mails().size).toBe(1300)
    expect([...fixture.mails().values()].every((count) => count === 1)).toBe(true)
  })

  it('asks about a slice whose time passed while it did not run', async () => {
    const fixture = await openPlanFixture(1300)
    await start(fixture)
    await fixture.planIs((plan) => left(plan) === 1 && plan.slices[0]?.judgement !== null)
    const { at = 0 } = (await fixture.plan()).slices[1] ?? {}
    await fixture.core.quit()
    fixture.clock.jump(at + 3_600_000 - fixture.clock.now())
    await fixture.restart()
    await fixture.planIs((plan) => plan.slices[1]?.state === 'missed')
    expect(fixture.mails().size).toBe(600)
    await fixture.core.bridge.plans.decide({
      campaignId: fixture.campaignId,
      decision: { kind: 'moveDay' },
    })
    await fixture.planIs(({ state }) => state === 'done')
    expect(fixture.mails().size).toBe(1300)
  })

  it('lets nothing more leave while the service is away, and judges first what bounced meanwhile', async () => {
    const fixture = await openPlanFixture(1300)
    const { service, clock } = fixture
    await start(fixture)
    const { slices } = await fixture.planIs((plan) => left(plan) === 1)
    const sent = service.state.emails.all().filter(({ campaignId }) => campaignId !== null)
    service.faults = () => ({ do: 'cut', when: 'before' })
    for (const { id } of sent.slice(0, 72)) service.settleEmail(id, 'bounce')
    clock.jump((slices[1]?.at ?? 0) + 60_000 - clock.now())
    const asked = service.requests.length
    await until(
      () => service.requests.length - asked,
      (count) => count > 3,
    )
    expect((await fixture.plan()).slices[1]?.state).not.toBe('left')
    service.faults = () => null
    const held = await fixture.planIs(({ state }) => state === 'held')
    expect(held.held?.why).toMatch(/^Slice 1: 72 bounced/)
    expect(fixture.mails().size).toBe(600)
  })

  it('leaves out who unsubscribed meanwhile, and a domain that a person leaves out', async () => {
    const fixture = await openPlanFixture(1500)
    const { service, core, campaignId } = fixture
    await start(fixture)
    await expect(
      core.bridge.campaigns.hold({ id: campaignId, scheduledFor: null, people: 1500, typed: '1500' }),
    ).rejects.toMatchObject({ data: { title: 'It leaves by a plan already' } })
    await fixture.planIs((plan) => left(plan) === 1)
    await core.bridge.plans.hold({ campaignId })
    const gone = service.state.contacts.all().filter(({ email }) => !fixture.mails().has(email))
    const [first] = gone.filter(({ email }) => email.endsWith('@gmail.com'))
    if (first) await core.bridge.contacts.update({ id: first.id, changes: { subscribed: false } })
    await core.bridge.plans.decide({ campaignId, decision: { kind: 'leaveOut', domains: ['web.de'] } })
    await fixture.planIs(({ state }) => state === 'done')
    const written = [...fixture.mails().keys()]
    const webDe = gone.filter(({ email }) => email.endsWith('@web.de')).length
    expect(written).toHaveLength(1500 - webDe - 1)
    expect(written).not.toContain(first?.email)
  })

  it('holds the next slice once the sign-off is taken back or the draft is another, and says why', async () => {
    const fixture = await openPlanFixture(1300)
    const { core, campaignId } = fixture
    await start(fixture)
    await fixture.planIs((plan) => left(plan) === 1 && plan.slices[0]?.judgement !== null)
    await core.bridge.review.open({ campaignId })
    const held = await fixture.planIs(({ state }) => state === 'held')
    expect(held.held?.why).toMatch(/^Slice 2: The campaign changed after it was signed off/)
    expect(held.slices[1]?.state).toBe('waits')
    await core.bridge.plans.decide({ campaignId, decision: { kind: 'goOn', typed: '600' } })
    // That a person says go on does not sign it.
    await fixture.planIs(({ notes, state }) => notes.filter(isVoid).length === 2 && state === 'held')
    expect(fixture.mails().size).toBe(600)
  })

  it('holds the next slice where somebody of the team objects meanwhile, with their words', async () => {
    const fixture = await openPlanFixture(1300)
    const { core, campaignId } = fixture
    const folder = temporaryFolder()
    await core.bridge.team.share({ folder, name: 'Wiebke Harms' })
    await core.bridge.team.setRule({ signers: 1, over: 0, editorSigns: true, notesBlock: false })
    const { signOff } = await core.bridge.review.state({ campaignId })
    await core.bridge.team.sign({ campaignId, hash: signOff?.hash ?? '' })
    await until(
      () => core.bridge.team.stand({ campaignId }),
      ({ allowed }) => allowed,
    )
    await start(fixture)
    await fixture.planIs((plan) => left(plan) === 1 && plan.slices[0]?.judgement !== null)
    await core.bridge.team.object({ campaignId, text: 'The tides are of last year' })
    const held = await fixture.planIs(({ state }) => state === 'held')
    expect(held.held?.why).toMatch(/^Slice 2: Wiebke Harms .*The tides are of last year/)
    expect(fixture.mails().size).toBe(600)
    const [objection] = (await core.bridge.team.stand({ campaignId })).objections
    await core.bridge.team.takeBack({ campaignId, id: objection?.id ?? '' })
    await core.bridge.plans.decide({ campaignId, decision: { kind: 'goOn', typed: '600' } })
    await fixture.planIs((plan) => left(plan) === 2)
  })

  it('sends nothing more once it is stopped', async () => {
    const fixture = await openPlanFixture(1300)
    const { core, campaignId } = fixture
    await start(fixture)
    await fixture.planIs((plan) => left(plan) === 1)
    const stopped = await core.bridge.plans.decide({ campaignId, decision: { kind: 'stop', typed: '700' } })
    expect(stopped.state).toBe('stopped')
    fixture.clock.jump(48 * 3_600_000)
    await fixture.restart()
    expect((await fixture.plan()).state).toBe('stopped')
    expect(fixture.mails().size).toBe(600)
  })

  it('is not started for another number, without a sign-off, or with a fault', async () => {
    const fixture = await openPlanFixture(1300)
    const { core, campaignId, people, clock } = fixture
    const settings = hourly(clock.now(), 600)
    const wanted = { campaignId, settings, people, typed: String(people) }
    const codeOf = (more: object) =>
      core.bridge.plans.start({ ...wanted, ...more }).then(
        () => 'started',
        (error: { data: { code: string } }) => error.data.code,
      )
    expect(await codeOf({ typed: '12' })).toBe('input_invalid')
    expect(await codeOf({ settings: hourly(clock.now() - 86_400_000, 600) })).toBe('input_invalid')
    await core.bridge.review.open({ campaignId })
    expect(await codeOf({})).toBe('conflict')
    expect(fixture.mails().size).toBe(0)
  })
})
