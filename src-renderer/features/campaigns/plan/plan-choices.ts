import { t } from '../../../../src-shared/messages/message'
import { isToCome, type Plan, type PlanDecision, type PlanSlice } from '../../../../src-shared/bridge/plans'
import { smallerSteps } from '../../../../src-shared/sending-plan/smaller'

/** Something that can be decided of a plan. */
export interface PlanChoice {
  key: 'leaveOut' | 'smaller' | 'check' | 'goOn' | 'moveDay'
  title: string
  text: string
  verb: string
  /** Whom it is about; `less`: so many fewer get it. null: no number says more. */
  people: number | null
  less?: boolean
  /** The number that is to be typed; null: none is. */
  typed: number | null
  /** null: it changes nothing of the plan. */
  decision: ((typed: string) => PlanDecision) | null
}

/** How many have it, are to get it, and were left out. */
export function planFigures({ slices }: Plan): { got: number; toCome: number; out: number } {
  const sum = (of: readonly PlanSlice[], key: 'people' | 'leftOut') =>
    of.reduce((total, slice) => total + slice[key], 0)
  return {
    got: sum(
      slices.filter(({ state }) => state === 'left' || state === 'unknown'),
      'people',
    ),
    toCome: sum(slices.filter(isToCome), 'people'),
    out: sum(slices, 'leftOut'),
  }
}

/** What can be decided of a plan that waits for a person, the likeliest first. */
export function choicesOf(plan: Plan, now: number): PlanChoice[] {
  const next = plan.slices.find(isToCome)
  const waits = plan.state === 'held' || (plan.state === 'running' && next?.state === 'missed')
  if (next === undefined || !waits) return []
  const { number, people } = next
  const passed = next.at <= now
  const goOn: PlanChoice = {
    key: 'goOn',
    title: passed ? t('plans.choices.sendNow') : t('plans.choices.goOn'),
    text: t('plans.choices.sliceGoesTo', { number, people }),
    verb: t('plans.choices.sendSlice', { number, people }),
    people,
    typed: people,
    decision: (typed) => ({ kind: 'goOn', typed }),
  }
  const moveDay: PlanChoice = {
    key: 'moveDay',
    title: t('plans.choices.moveDay'),
    text: t('plans.choices.everySliceADayLater'),
    verb: t('plans.choices.moveDay'),
    people: null,
    typed: null,
    decision: () => ({ kind: 'moveDay' }),
  }
  if (plan.state === 'running') return [goOn, moveDay]
  const others = [...smaller(plan, next, now), ...checking(next)]
  return plan.held?.byBrake === true
    ? [...leavingOut(plan, next), ...others, goOn]
    : [goOn, ...others, moveDay]
}

/** Leaving out the domains that bounce too much, where there are some whose people are still to come. */
function leavingOut(plan: Plan, next: PlanSlice): PlanChoice[] {
  const bad = plan.bounces?.domains.filter(({ tooMany, toCome }) => tooMany && toCome > 0) ?? []
  const domains = bad.flatMap(({ domain }) => domain ?? [])
  if (domains.length === 0) return []
  const people = bad.reduce((sum, { toCome }) => sum + toCome, 0)
  return [
    {
      key: 'leaveOut',
      title: t('plans.choices.leaveOut', { domains: domains.join(', ') }),
      text: t('plans.choices.theyGetNothing', { number: next.number }),
      verb: t('plans.choices.leaveOutPeople', { people, number: next.number }),
      people,
      less: true,
      typed: null,
      decision: () => ({ kind: 'leaveOut', domains }),
    },
  ]
}

/** Smaller steps from the next slice on, at its time or a day later where that has passed. */
function smaller(plan: Plan, next: PlanSlice, now: number): PlanChoice[] {
  const toCome = plan.slices.filter(isToCome)
  const at = new Date(next.at)
  while (at.getTime() <= now) at.setDate(at.getDate() + 1)
  const left = plan.slices.filter(({ state }) => state === 'left').at(-1)?.people ?? 0
  const found = smallerSteps(
    plan.settings,
    { people: next.people, at: at.getTime(), left },
    plan.columns.map((domain, place) => ({
      domain,
      people: toCome.reduce((sum, { byDomain }) => sum + (byDomain[place] ?? 0), 0),
    })),
  )
  if (found === null) return []
  const days = Math.round((found.ends - (toCome.at(-1)?.at ?? found.ends)) / 86_400_000)
  return [
    {
      key: 'smaller',
      title: t('plans.choices.smaller'),
      text: t('plans.choices.smallerFrom', { people: found.first, days: Math.max(0, days) }),
      verb: t('plans.choices.smallerVerb', { people: found.first }),
      people: found.first,
      typed: null,
      decision: () => ({ kind: 'change', settings: found.settings }),
    },
  ]
}

/** A look at the addresses of the next slice before it leaves, once its segment is there. */
function checking(next: PlanSlice): PlanChoice[] {
  if (next.segmentId === null) return []
  return [
    {
      key: 'check',
      title: t('plans.choices.check'),
      text: t('plans.choices.checkText'),
      verb: t('plans.choices.checkVerb', { people: next.people }),
      people: next.people,
      typed: null,
      decision: null,
    },
  ]
}
