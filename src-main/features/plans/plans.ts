import { t } from '../../../src-shared/messages/message'
import { said, tell } from '../../../src-shared/messages/told'
import { judged } from '../../../src-shared/campaign-brake'
import { isToCome, type Plan, type PlanDecision, type PlanPreview } from '../../../src-shared/bridge/plans'
import type { Campaign } from '../../../src-shared/interface/campaign'
import { planFaults } from '../../../src-shared/sending-plan/faults'
import type { PlanSettings } from '../../../src-shared/sending-plan/settings'
import { planSlices, type DomainPeople } from '../../../src-shared/sending-plan/slices'
import { sliceTimes } from '../../../src-shared/sending-plan/times'
import type { Cache } from '../../cache/store'
import type { Clock } from '../../core/clock'
import { problem } from '../../core/problems'
import { mistyped, refuseUnsigned, typedCount, type Campaigns, type Holds, type WhoGot } from '../campaigns'
import type { CatalogueWriting } from '../catalogue'
import { frozenAudience, mailOf, type KeptSignOff } from '../review'
import { memberRequests, requestsOf } from '../segments'
import { bouncesShown } from './bounces'
import { projectionOf } from './projection'
import type { PlanRunner } from './runner'
import type { KeptPlan, KeptSlice, TalliedDomain, SliceCount } from './store'

/** What plans are made and decided with. */
export interface PlansTools {
  cache: Cache
  clock: Clock
  writing: CatalogueWriting
  campaigns: Pick<Campaigns, 'known'>
  holds: Pick<Holds, 'live' | 'undo'>
  runner: PlanRunner
  bounces: WhoGot['bounces']
  /** The sign-off of a campaign as the service holds it; null where there is none of what it is. */
  signOffOf(campaign: Campaign): Promise<KeptSignOff | null>
}

/** So many domains are named; as many are told apart in slices beside those with a limit. */
const named = 200
const toldApart = 3

const noneToCome = { domains: [], all: 0 }

/** Slices as settings make them of an audience. */
interface Counted {
  people: number
  domains: DomainPeople[]
  columns: (string | null)[]
  slices: { at: number; people: number; byDomain: number[] }[]
  faults: PlanPreview['faults']
}

/** Campaigns that leave in slices: counted, started, and what a person decides of them. */
export class Plans {
  constructor(private readonly tools: PlansTools) {}

  /** What settings come to for the audience of a draft. */
  async preview(campaignId: string, settings: PlanSettings): Promise<PlanPreview> {
    const { cache, campaigns } = this.tools
    const { selectionId } = await frozenAudience(await campaigns.known(campaignId), cache)
    try {
      const { counted, known } = await this.#count(selectionId, settings)
      return { ...counted, projected: projectionOf(counted, known) }
    } finally {
      await cache.contacts.releaseSelection(selectionId)
    }
  }

  /** The newest plan of a campaign; null: it has none. */
  async get(campaignId: string): Promise<Plan | null> {
    const plan = await this.tools.cache.plans.of(campaignId)
    return plan && this.#shown(plan)
  }

  /** Starts a plan (see the contract). */
  async start(wanted: {
    campaignId: string
    settings: PlanSettings
    people: number
    typed: string
  }): Promise<Plan> {
    const { cache, clock, writing, signOffOf, runner } = this.tools
    const { campaignId, settings, people, typed } = wanted
    writing.refuse()
    if (typedCount(typed) !== people) throw mistyped(people)
    const campaign = await writing.read('campaigns', campaignId)
    const signOff = refuseUnsigned(campaign, await signOffOf(campaign), people)
    const { selectionId } = await frozenAudience(campaign, cache)
    try {
      const { counted } = await this.#count(selectionId, settings)
      const { columns, slices, faults } = counted
      if (counted.people !== people) throw otherNumber(people, counted.people)
      refuseFaults(faults)
      const plan = await cache.plans.begin({
        plan: {
          campaign: campaignId,
          name: campaign.name,
          mail: mailOf(campaign),
          hash: signOff.hash,
          settings,
        },
        selectionId,
        parts: columns,
        slices,
        now: clock.now(),
      })
      await this.#note(plan, tell('told.planStarted', { typed: people }))
      runner.follow(plan.id)
      return await this.#shown(plan)
    } finally {
      await cache.contacts.releaseSelection(selectionId)
    }
  }

  /** Holds a running plan; what is held of it does not leave. */
  async hold(campaignId: string): Promise<void> {
    const plan = await this.#open(campaignId)
    if (plan.state !== 'running') return
    await this.tools.runner.hold(plan, tell('told.planHeldByYou'))
    this.#undo(plan)
  }

  /** Carries out what a person decided. */
  async decide(campaignId: string, decision: PlanDecision): Promise<Plan> {
    const { cache, runner, writing } = this.tools
    const plan = await this.#open(campaignId)
    if (decision.kind !== 'stop') writing.refuse()
    switch (decision.kind) {
      case 'goOn':
        await this.#goOn(plan, decision.typed)
        break
      case 'leaveOut':
        await this.#leaveOut(plan, decision.domains)
        break
      case 'change':
        await this.#change(plan, decision.settings)
        break
      case 'moveDay':
        await this.#moveDay(plan)
        break
      case 'stop':
        await this.#stop(plan, decision.typed)
    }
    runner.follow(plan.id)
    runner.changed()
    const now = await cache.plans.of(campaignId)
    return this.#shown(now ?? plan)
  }

  async #goOn(plan: KeptPlan, typed: string): Promise<void> {
    const { cache, clock } = this.tools
    const next = nextOf(plan)
    const people = toCome(await cache.plans.counts(plan.id), next.number, next.number)
    if (typedCount(typed) !== people) throw mistyped(people)
    // Its time has passed while it was held, or missed: it leaves now, as it was asked to.
    const at = Math.max(next.at, clock.now())
    await cache.plans.slice({
      plan: plan.id,
      number: next.number,
      changes: { at, state: resumed(next) },
    })
    await this.#run(plan, tell('told.planGoesOn', { number: next.number }))
  }

  async #leaveOut(plan: KeptPlan, domains: readonly string[]): Promise<void> {
    const { cache, writing } = this.tools
    const next = nextOf(plan)
    const bySlice = new Map<number, string[]>()
    for (const domain of domains) {
      const found = await cache.plans.leaveOutDomain({ plan: plan.id, domain, from: next.number })
      for (const { slice, email } of found) {
        const emails = bySlice.get(slice) ?? []
        emails.push(email)
        bySlice.set(slice, emails)
      }
    }
    for (const [number, emails] of bySlice) {
      const segment = plan.slices[number - 1]?.segment
      if (segment == null) continue
      const requests = memberRequests(writing, await writing.read('segments', segment))
      for (const part of requestsOf(emails)) await requests.take(part)
    }
    const count = [...bySlice.values()].reduce((sum, emails) => sum + emails.length, 0)
    await this.#run(plan, tell('told.planLeftOut', { count, domains: domains.join(', ') }))
  }

  /** What has not left leaves by other settings: its people keep their order, its slices are made anew. */
  async #change(plan: KeptPlan, settings: PlanSettings): Promise<void> {
    const { cache, clock } = this.tools
    const next = nextOf(plan)
    this.#undo(plan)
    const toCome = await cache.plans.toCome({ plan: plan.id, from: next.number, most: named })
    const { columns, slices, faults } = countOf(settings, toCome, clock.now(), plan.parts)
    refuseFaults(faults)
    await cache.plans.replan({ plan: plan.id, from: next.number, settings, parts: columns, slices })
    await this.#run(plan, tell('told.planChanged', { slices: slices.length }))
  }

  async #moveDay(plan: KeptPlan): Promise<void> {
    const { cache } = this.tools
    const next = nextOf(plan)
    const times = plan.slices
      .filter(({ number }) => number >= next.number)
      .map(({ number, at }) => {
        const day = new Date(at)
        day.setDate(day.getDate() + 1)
        return { number, at: day.getTime() }
      })
    await cache.plans.move({ plan: plan.id, times })
    await cache.plans.slice({ plan: plan.id, number: next.number, changes: { state: resumed(next) } })
    await this.#run(plan, tell('told.planMoved'))
  }

  async #stop(plan: KeptPlan, typed: string): Promise<void> {
    const { cache } = this.tools
    const people = toCome(await cache.plans.counts(plan.id), nextOf(plan).number, Infinity)
    if (typedCount(typed) !== people) throw mistyped(people)
    await cache.plans.state({ plan: plan.id, state: 'stopped', held: null })
    this.#undo(plan)
    await this.#note(plan, tell('told.planStopped', { people }))
  }

  async #run(plan: KeptPlan, note: ReturnType<typeof tell>): Promise<void> {
    await this.tools.cache.plans.state({ plan: plan.id, state: 'running', held: null })
    await this.#note(plan, note)
  }

  async #note(plan: KeptPlan, note: ReturnType<typeof tell>): Promise<void> {
    await this.tools.cache.plans.note({ plan: plan.id, at: this.tools.clock.now(), note })
  }

  /** Takes back what is held of a plan; what has left has left. */
  #undo(plan: KeptPlan): void {
    const { holds } = this.tools
    const ours = new Set(plan.slices.flatMap(({ campaign }) => campaign ?? []))
    for (const { campaignId, state } of holds.live())
      if (state === 'held' && ours.has(campaignId)) holds.undo(campaignId)
  }

  async #open(campaignId: string): Promise<KeptPlan> {
    const plan = await this.tools.cache.plans.of(campaignId)
    if (plan && (plan.state === 'running' || plan.state === 'held')) return plan
    throw problem('not_found', {
      title: tell('plans.plans.itHasNoPlan'),
      why: tell('plans.plans.thePlanHasEnded'),
    })
  }

  async #count(
    selectionId: string,
    settings: PlanSettings,
  ): Promise<{ counted: Counted; known: TalliedDomain[] }> {
    const { cache, clock } = this.tools
    const { domains, all } = await cache.plans.domains({ selectionId, most: named })
    return { counted: countOf(settings, { domains, all }, clock.now(), []), known: domains }
  }

  /** What bounced of the newest slice that left, by the copied events. */
  async #bounces(plan: KeptPlan): Promise<Plan['bounces']> {
    const { cache, bounces } = this.tools
    const last = plan.slices.filter(({ state, campaign }) => state === 'left' && campaign !== null).at(-1)
    if (!last) return null
    const next = plan.slices.find(isToCome)?.number ?? Infinity
    const { domains, all } =
      next === Infinity ? noneToCome : await cache.plans.toCome({ plan: plan.id, from: next, most: named })
    const known = await bounces(last.campaign ?? '')
    if (known.length === 0) return null
    const toCome = { all, of: new Map(domains.map(({ domain, people }) => [domain, people])) }
    return { slice: last.number, domains: bouncesShown(known, plan.settings.brake.bounced.stop ?? 1, toCome) }
  }

  async #shown(plan: KeptPlan): Promise<Plan> {
    const { plans } = this.tools.cache
    const [counts, notes] = [await plans.counts(plan.id), await plans.notes(plan.id)]
    return {
      id: plan.id,
      campaignId: plan.campaign,
      name: plan.name,
      settings: plan.settings,
      people: plan.people,
      state: plan.state,
      held: plan.held && {
        why: said(plan.held.why),
        since: plan.held.at,
        byBrake: plan.held.why.say === 'told.planOverLimit',
      },
      startedAt: plan.startedAt,
      columns: plan.parts,
      slices: plan.slices.map(({ campaign, segment, ...slice }) => {
        const own = counts.filter((each) => each.slice === slice.number)
        return {
          ...slice,
          segmentId: segment,
          campaignId: campaign,
          people: own.reduce((sum, { people }) => sum + people, 0),
          leftOut: own.reduce((sum, { leftOut }) => sum + leftOut, 0),
          byDomain: plan.parts.map((_, part) => own.find((each) => each.part === part)?.people ?? 0),
          measures: slice.funnel ? judged(slice.funnel, plan.settings.brake) : [],
        }
      }),
      bounces: await this.#bounces(plan),
      notes: notes.map(({ at, note }) => ({ at, text: said(note) })),
    }
  }
}

/** Cuts people into slices. `before`: domains that are told apart already, which keep their places. */
function countOf(
  settings: PlanSettings,
  { domains, all }: { domains: DomainPeople[]; all: number },
  now: number,
  before: readonly (string | null)[],
): Counted {
  const of = (name: string) => domains.find(({ domain }) => domain === name)?.people ?? 0
  const first = settings.order.kind === 'domain' ? [settings.order.domain] : []
  const frequent = domains.slice(0, toldApart).flatMap(({ domain }) => domain ?? [])
  const names = [...new Set([...before, null, ...Object.keys(settings.limits), ...first, ...frequent])]
  const apart = names.map((domain) => ({ domain, people: domain === null ? 0 : of(domain) }))
  const others = all - apart.reduce((sum, { people }) => sum + people, 0)
  const parts = apart.map((each) => (each.domain === null ? { ...each, people: others } : each))
  const planned = planSlices(settings, parts)
  const times = sliceTimes(settings, planned)
  return {
    people: all,
    domains,
    columns: names,
    slices: planned.map(({ people, byDomain }, at) => ({ at: times[at] ?? 0, people, byDomain })),
    faults: planFaults(settings, all, { slices: planned, times, now }),
  }
}

/** The slice that is next to leave. Throws `conflict` where all have left. */
function nextOf(plan: KeptPlan): KeptSlice {
  const next = plan.slices.find(isToCome)
  if (next) return next
  throw problem('conflict', {
    title: tell('plans.plans.allHaveLeft'),
    why: tell('plans.plans.nothingIsToCome'),
  })
}

/** How a slice stands once a person said that it goes on: one that was missed is what it was before. */
function resumed({ state, campaign }: KeptSlice): KeptSlice['state'] {
  if (state !== 'missed') return state
  return campaign === null ? 'waits' : 'ready'
}

/** How many are to come from a slice to another, both included. */
function toCome(counts: readonly SliceCount[], from: number, to: number): number {
  return counts.reduce((sum, { slice, people }) => sum + (slice >= from && slice <= to ? people : 0), 0)
}

function refuseFaults(faults: PlanPreview['faults']): void {
  const wrong = faults.filter(({ level }) => level === 'error')
  if (wrong.length === 0) return
  throw problem('input_invalid', {
    title: tell('plans.plans.itCannotBeStarted'),
    why: tell('plans.plans.somethingDoesNotFit'),
    fields: wrong.map(({ kind, field }) => ({ field, message: t(`plans.faults.${kind}`) })),
  })
}

function otherNumber(signed: number, counted: number) {
  return problem('conflict', {
    title: tell('plans.people.theAudienceIsAnother'),
    why: tell('plans.plans.signedForNow', { signed, counted }),
    action: tell('plans.people.lookAtThePlan'),
  })
}
