import { t } from '../../../src-shared/messages/message'
import { tell, type ToldSentence } from '../../../src-shared/messages/told'
import { judged, type BrakeMeasure } from '../../../src-shared/campaign-brake'
import { Emitter } from '../../../src-shared/emitter'
import type { Campaign } from '../../../src-shared/interface/campaign'
import type { Clock } from '../../core/clock'
import type { Logger } from '../../core/log'
import { isProblem } from '../../core/problems'
import type { Cache } from '../../cache/store'
import { refuseUnsigned, type Campaigns, type Holds, type Results } from '../campaigns'
import { hashOf, mailOf, type KeptSignOff } from '../review'
import { sameValue } from '../../../src-shared/same-value'
import { nextStep, type PlanStep } from './next-step'
import { SliceMaker, type SliceTools } from './slice-campaign'
import { leavesByPlan, type Judgement, type KeptPlan, type KeptSlice } from './store'

/** What plans are carried out with. `notify` tells a person who looks elsewhere. */
export interface PlanTools extends SliceTools {
  cache: SliceTools['cache'] & Pick<Cache, 'sendings'>
  clock: Clock
  log: Logger
  access: { readonly online: boolean; watch(listener: () => void): () => void }
  campaigns: Pick<Campaigns, 'create' | 'cancel'>
  holds: Pick<Holds, 'hold' | 'live' | 'watch'>
  results: Pick<Results, 'of'>
  /** The sign-off of a campaign for so many people, as it stands now; null where there is none of what it is. Throws why not. */
  signed(campaign: Campaign, people: number): Promise<KeptSignOff | null>
  notify(title: string, body: string): void
}

/** What did not work is tried again so much later (milliseconds), as long as it may. */
const againMs = 20_000

/** What has left and is not judged yet is looked at so often (milliseconds). */
const watchedEvery = 60_000

/** A slice that was not as it had been counted right before it left is counted anew so often at most. */
const mostTries = 3

/** Carries plans out while the program runs: one step after the other, each written down before the next. */
export class PlanRunner {
  /** Grows with every change. */
  revision = 0
  readonly #listeners = new Emitter()
  readonly #closing = new AbortController()
  readonly #maker: SliceMaker
  readonly #running = new Map<number, Promise<void>>()
  readonly #wakes = new Map<number, () => void>()
  readonly #unwatch: (() => void)[]
  /** When each plan was watched last; monotonic. */
  readonly #watched = new Map<number, number>()
  /** How often each slice was refused right before it left, by its campaign. */
  readonly #refused = new Map<string, number>()

  constructor(private readonly tools: PlanTools) {
    this.#maker = new SliceMaker(tools)
    const wake = () => this.#wakeAll()
    this.#unwatch = [tools.holds.watch(wake), tools.access.watch(wake)]
  }

  /** Takes up what has not ended. */
  async open(): Promise<void> {
    for (const id of await this.tools.cache.plans.open()) this.follow(id)
  }

  /** Carries a plan out, from here on; a decision wakes it. */
  follow(id: number): void {
    if (this.#closing.signal.aborted) return
    const wake = this.#wakes.get(id)
    if (wake) wake()
    if (this.#running.has(id)) return
    const run = this.#run(id)
      .catch((error: unknown) => {
        if (!this.#closing.signal.aborted) this.tools.log.error('plan_failed', { detail: String(error) })
      })
      .finally(() => this.#running.delete(id))
    this.#running.set(id, run)
  }

  /**
   * The sign-off that lets a campaign leave: its own, or of one that was made for a slice that of its plan, as long as it
   * is what was signed. Throws `conflict` where the campaign itself leaves by a plan that has not ended: nobody gets it twice.
   */
  async signOffOf(campaign: Campaign, own: () => Promise<KeptSignOff | null>): Promise<KeptSignOff | null> {
    const { plans } = this.tools.cache
    const leaving = await plans.of(campaign.id)
    if (leaving?.state === 'running' || leaving?.state === 'held') throw leavesByPlan()
    const made = await plans.madeFor(campaign.id)
    return made === null ? own() : this.#signOffOf(campaign, made)
  }

  async #signOffOf(
    campaign: Campaign,
    { plan, slice }: { plan: KeptPlan; slice: KeptSlice },
  ): Promise<KeptSignOff | null> {
    if (plan.state !== 'running' || slice.state !== 'ready' || slice.segment === null) return null
    if (!sameValue(mailOf(campaign), plan.mail) || campaign.segmentId !== slice.segment) return null
    await this.#refuseUnsigned(plan)
    const people = await this.#people(plan, slice)
    const audience = { kind: 'segment', id: slice.segment } as const
    return { at: plan.startedAt, hash: hashOf(plan.mail, audience), people, warnings: 0 }
  }

  /** Throws `conflict` where what a plan was started with is not signed any more, or somebody objects by now. */
  async #refuseUnsigned({ campaign: id, hash, people }: KeptPlan): Promise<void> {
    const { writing, signed } = this.tools
    const campaign = await writing.read('campaigns', id)
    const signOff = await signed(campaign, people)
    refuseUnsigned(campaign, signOff?.hash === hash ? signOff : null, signOff?.people ?? 0)
  }

  /** How many are to get a slice. */
  async #people({ id }: KeptPlan, { number }: KeptSlice): Promise<number> {
    const counts = await this.tools.cache.plans.counts(id)
    return counts.reduce((sum, { slice, people }) => sum + (slice === number ? people : 0), 0)
  }

  /** Holds a plan, and says why; what is left is to be decided by a person. */
  async hold(plan: KeptPlan, why: ToldSentence): Promise<void> {
    const { cache, clock, notify } = this.tools
    const at = clock.now()
    await cache.plans.state({ plan: plan.id, state: 'held', held: { why, at } })
    await cache.plans.note({ plan: plan.id, at, note: why })
    this.changed()
    notify(t('plans.runner.isHeld', { name: plan.name }), t('plans.runner.nothingLeaves'))
  }

  /** Something of a plan is another now. */
  changed(): void {
    this.revision += 1
    this.#listeners.emit()
  }

  watch(listener: () => void): () => void {
    return this.#listeners.add(listener)
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The profile is closed'))
    for (const unwatch of this.#unwatch) unwatch()
    this.#wakeAll()
    await Promise.all(this.#running.values())
  }

  #wakeAll(): void {
    for (const wake of this.#wakes.values()) wake()
  }

  async #run(id: number): Promise<void> {
    const { clock } = this.tools
    while (!this.#closing.signal.aborted) {
      const plan = await this.#fresh(id)
      if (!plan) return
      await this.#watch(plan)
      const step = nextStep(plan, clock.now())
      if (step.kind === 'wait') await this.#rest(id, step.until)
      else if (!(await this.#tried(plan, step))) await this.#rest(id, clock.now() + againMs)
    }
  }

  /** The plan as it stands, with what became of its sendings; null: it has ended. */
  async #fresh(id: number): Promise<KeptPlan | null> {
    const { plans } = this.tools.cache
    const plan = await plans.running(id)
    return plan && (await this.#settle(plan)) ? plans.running(id) : plan
  }

  /** Looks after what has left and is not judged yet: what bounces too much is stopped, and the plan held. */
  async #watch(plan: KeptPlan): Promise<void> {
    const { access, campaigns, clock, log } = this.tools
    const open = plan.slices.filter((slice) => slice.state === 'left' && slice.judgement === null)
    if (plan.state !== 'running' || open.length === 0 || !access.online) return
    const last = this.#watched.get(plan.id)
    if (last !== undefined && clock.monotonic() - last < watchedEvery) return
    this.#watched.set(plan.id, clock.monotonic())
    try {
      for (const slice of open) {
        const { measures, judgement, status } = await this.#measured(plan, slice)
        if (judgement !== 'stops') continue
        await this.hold(plan, overLimit(slice.number, measures))
        plan.state = 'held'
        if (status === 'SENDING') await campaigns.cancel(slice.campaign ?? '')
        return
      }
    } catch (error) {
      if (!isProblem(error)) throw error
      log.warn('plan_not_watched', { code: error.problem.code })
    }
  }

  /** Until an instant, at most; a decision, an ending or the service's coming back ends it. */
  async #rest(id: number, until: number | null): Promise<void> {
    const { clock } = this.tools
    const ending = new AbortController()
    this.#wakes.set(id, () => ending.abort())
    // The wall clock may be put on or a lid closed: a long wait is looked at anew each minute.
    const ms = Math.min(60_000, Math.max(0, (until ?? Infinity) - clock.now()))
    await clock.sleep(ms, ending.signal).catch(() => undefined)
    this.#wakes.delete(id)
  }

  /** Takes a step. false: it could not be taken now, and will be tried again. */
  async #tried(plan: KeptPlan, step: Exclude<PlanStep, { kind: 'wait' }>): Promise<boolean> {
    const { log } = this.tools
    try {
      await this.#take(plan, step)
      return true
    } catch (error) {
      if (!isProblem(error)) throw error
      const { code } = error.problem
      log.warn('plan_step_failed', { detail: step.kind, code })
      // What a person must put right holds it: another version than was signed, or one that is gone.
      if ((code === 'conflict' || code === 'not_found') && 'slice' in step && step.kind !== 'judge')
        await this.hold(
          plan,
          tell('told.planStepFailed', { number: step.slice.number, why: error.problem.why }),
        )
      return false
    }
  }

  async #take(plan: KeptPlan, step: Exclude<PlanStep, { kind: 'wait' }>): Promise<void> {
    const { cache, clock } = this.tools
    switch (step.kind) {
      case 'gather':
        return this.#maker.gather(plan, step.slice)
      case 'make': {
        await this.#refuseUnsigned(plan)
        const people = await this.#maker.make(plan, step.slice)
        const { number } = step.slice
        if (people === 0) await this.#slice(plan, number, { state: 'calledOff' })
        await this.#note(plan, tell('told.planCounted', { number, people }))
        return
      }
      case 'miss':
        await this.#slice(plan, step.slice.number, { state: 'missed' })
        await this.#note(plan, tell('told.planMissed', { number: step.slice.number }))
        return this.tools.notify(
          t('plans.runner.wasMissed', { name: plan.name, number: step.slice.number }),
          t('plans.runner.itWaits'),
        )
      case 'judge':
        return this.#judge(plan, step.slice)
      case 'release':
        return this.#release(plan, step.slice)
      case 'end':
        await cache.plans.state({ plan: plan.id, state: 'done', held: null })
        await cache.plans.note({ plan: plan.id, at: clock.now(), note: tell('told.planDone') })
        return this.changed()
    }
  }

  /** Judges a slice by what the service counts now; past a limit the plan is held. */
  async #judge(plan: KeptPlan, slice: KeptSlice): Promise<void> {
    const { measures, judgement } = await this.#measured(plan, slice)
    const changes = { judgement, judgedAt: this.tools.clock.now() }
    const { number } = slice
    // Held before it is judged: were it the other way round, a kill between the two would let the next one leave.
    if (judgement === 'stops' && plan.state === 'running') await this.hold(plan, overLimit(number, measures))
    else await this.#note(plan, tell('told.planJudged', { number, judgement }))
    await this.#slice(plan, number, changes)
  }

  /** How a slice that has left stands now, by the service's counts, which are kept. */
  async #measured(
    plan: KeptPlan,
    slice: KeptSlice,
  ): Promise<{ measures: BrakeMeasure[]; judgement: Judgement; status: string }> {
    const { funnel, status } = await this.tools.results.of(slice.campaign ?? '', true)
    if (!sameValue(funnel, slice.funnel)) await this.#slice(plan, slice.number, { funnel })
    const measures = judged(funnel, plan.settings.brake)
    return { measures, judgement: judgementOf(measures), status }
  }

  /** Lets a slice leave, held as every sending is; what has left and is not judged yet must be well so far. */
  async #release(plan: KeptPlan, slice: KeptSlice): Promise<void> {
    const { cache, holds } = this.tools
    for (const earlier of plan.slices.filter((each) => each.state === 'left' && each.judgement === null)) {
      const { measures, judgement } = await this.#measured(plan, earlier)
      if (judgement === 'stops') return this.hold(plan, overLimit(earlier.number, measures))
    }
    const campaign = slice.campaign ?? ''
    const people = await this.#people(plan, slice)
    await holds.hold({ id: campaign, scheduledFor: null, people, typed: String(people) })
    await this.#ended(campaign)
    // Whatever was held is dropped at the end, and left nothing: it goes on, or is asked about, the next time.
    if (this.#closing.signal.aborted) return
    const record = await cache.sendings.of(campaign)
    // Undone by a person: there is no record, or one of an earlier try.
    if (record === null) return this.hold(plan, tell('told.planUndone', { number: slice.number }))
    if (record.state !== 'refused') return
    const tries = (this.#refused.get(campaign) ?? 0) + 1
    this.#refused.set(campaign, tries)
    // Somebody unsubscribed just now: it is counted again, and leaves with the others.
    if (tries < mostTries && record.problem?.code === 'conflict')
      return this.#slice(plan, slice.number, { state: 'waits' })
    await this.hold(plan, tell('told.planRefused', { number: slice.number }))
  }

  /** Resolves once a sending is neither held nor on its way. */
  #ended(campaign: string): Promise<void> {
    const { holds } = this.tools
    const isOver = () =>
      this.#closing.signal.aborted ||
      !holds
        .live()
        .some(({ campaignId, state }) => campaignId === campaign && ['held', 'leaving'].includes(state))
    return new Promise((resolve) => {
      const look = () => {
        if (!isOver()) return
        unwatch()
        this.#closing.signal.removeEventListener('abort', look)
        resolve()
      }
      const unwatch = holds.watch(look)
      this.#closing.signal.addEventListener('abort', look)
      look()
    })
  }

  /** What became of the sendings of slices, as it was written down before their requests left. Answers whether anything did. */
  async #settle(plan: KeptPlan): Promise<boolean> {
    let changed = false
    for (const slice of plan.slices) {
      if (slice.campaign === null || (slice.state !== 'ready' && slice.state !== 'unknown')) continue
      const record = await this.tools.cache.sendings.of(slice.campaign)
      const { number } = slice
      if (record?.state === 'sent') {
        await this.#slice(plan, number, { state: 'left', leftAt: record.at })
        await this.#note(plan, tell('told.planLeft', { number, people: record.people }))
      } else if (record?.state === 'unknown' && slice.state === 'ready') {
        await this.#slice(plan, number, { state: 'unknown' })
        await this.#note(plan, tell('told.planUnknown', { number }))
      } else if (record?.state === 'refused' && slice.state === 'unknown') {
        await this.#slice(plan, number, { state: 'ready' })
        await this.hold(plan, tell('told.planRefused', { number }))
      } else continue
      changed = true
    }
    return changed
  }

  async #slice(plan: KeptPlan, number: number, changes: Partial<KeptSlice>): Promise<void> {
    await this.tools.cache.plans.slice({ plan: plan.id, number, changes })
    this.changed()
  }

  async #note({ id: plan }: KeptPlan, note: ToldSentence): Promise<void> {
    await this.tools.cache.plans.note({ plan, at: this.tools.clock.now(), note })
    this.changed()
  }
}

/** What measures come to: the worst of them; early where not even bounces can be judged. */
function judgementOf(measures: readonly BrakeMeasure[]): Judgement {
  const states = measures.map(({ state }) => state)
  for (const state of ['stops', 'warns'] as const) if (states.includes(state)) return state
  return states.every((state) => state === 'early') ? 'early' : 'fine'
}

function overLimit(number: number, measures: readonly BrakeMeasure[]): ToldSentence {
  const over = measures.find(({ state }) => state === 'stops')
  return tell('told.planOverLimit', {
    number,
    measure: over?.key ?? 'bounced',
    count: over?.count ?? 0,
    share: over?.share ?? 0,
    stop: over?.stop ?? 0,
  })
}
