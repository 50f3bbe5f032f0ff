import { t } from '../../../../src-shared/messages/message'
import { isToCome, type Plan, type PlanDecision } from '../../../../src-shared/bridge/plans'

/** Something that can be decided of a plan. */
export interface PlanChoice {
  key: 'leaveOut' | 'goOn' | 'change' | 'moveDay' | 'stop'
  title: string
  text: string
  verb: string
  /** Whom it is about; null: no number says more. */
  people: number | null
  /** The number that is to be typed; null: none is. */
  typed: number | null
  stillGetIt(toCome: number): number
  decision(typed: string): PlanDecision
}

/** What can be decided of a plan as it stands, the likeliest first. */
export function choicesOf(plan: Plan): PlanChoice[] {
  const next = plan.slices.find(isToCome)
  if (next === undefined || (plan.state !== 'held' && plan.state !== 'running')) return []
  const toCome = plan.slices.reduce((sum, slice) => sum + (isToCome(slice) ? slice.people : 0), 0)
  const all = (count: number) => count
  const goOn: PlanChoice = {
    key: 'goOn',
    title: next.state === 'missed' ? t('plans.choices.sendNow') : t('plans.choices.goOn'),
    text: t('plans.choices.sliceGoesTo', { number: next.number, people: next.people }),
    verb: t('plans.choices.sendSlice', { number: next.number, people: next.people }),
    people: next.people,
    typed: next.people,
    stillGetIt: all,
    decision: (typed) => ({ kind: 'goOn', typed }),
  }
  const moveDay: PlanChoice = {
    key: 'moveDay',
    title: t('plans.choices.moveDay'),
    text: t('plans.choices.everySliceADayLater'),
    verb: t('plans.choices.moveDay'),
    people: null,
    typed: null,
    stillGetIt: all,
    decision: () => ({ kind: 'moveDay' }),
  }
  const change: PlanChoice = {
    key: 'change',
    title: t('plans.tab.changeThePlan'),
    text: t('plans.choices.whatHasNotLeft'),
    verb: t('plans.choices.changeTheRest'),
    people: null,
    typed: null,
    stillGetIt: all,
    decision: () => ({ kind: 'moveDay' }),
  }
  const stop: PlanChoice = {
    key: 'stop',
    title: t('plans.choices.stop'),
    text: t('plans.choices.nothingMoreLeaves'),
    verb: t('plans.choices.stopFor', { people: toCome }),
    people: toCome,
    typed: toCome,
    stillGetIt: () => 0,
    decision: (typed) => ({ kind: 'stop', typed }),
  }
  if (plan.state === 'running')
    return next.state === 'missed' ? [goOn, moveDay, change, stop] : [change, stop]
  return [...leavingOut(plan), goOn, change, moveDay, stop]
}

/** Leaving out the domains that bounce too much, where there are some whose people are still to come. */
function leavingOut(plan: Plan): PlanChoice[] {
  const domains = plan.bouncing.filter(({ toCome }) => toCome > 0)
  if (domains.length === 0) return []
  const people = domains.reduce((sum, { toCome }) => sum + toCome, 0)
  const names = domains.map(({ domain }) => domain)
  return [
    {
      key: 'leaveOut',
      title: t('plans.choices.leaveOut', { domains: names.join(', ') }),
      text: t('plans.choices.theyGetNothing'),
      verb: t('plans.choices.leaveOutPeople', { people }),
      people,
      typed: null,
      stillGetIt: (toCome) => toCome - people,
      decision: () => ({ kind: 'leaveOut', domains: names }),
    },
  ]
}
