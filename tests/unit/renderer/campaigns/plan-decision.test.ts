import { afterEach, expect, it } from 'vitest'
import { defineComponent, h, nextTick, shallowRef } from 'vue'
import PlanDecision from '../../../../src-renderer/features/campaigns/plan/PlanDecision.vue'
import { usualSettings } from '../../../../src-renderer/features/campaigns/plan/plan-draft'
import type { Plan } from '../../../../src-shared/bridge/plans'
import { Page } from '../fixtures/page'
import { then } from './review-samples'

const tomorrow = Date.now() + 86_400_000

/** A plan of one slice that a person held. */
function heldPlan(changes: Partial<Plan> = {}): Plan {
  const slice = {
    ...{ number: 1, at: tomorrow, people: 37, leftOut: 0, byDomain: [37], state: 'waits' as const },
    ...{ segmentId: 'slice', campaignId: null, leftAt: null, judgement: null, judgedAt: null },
    ...{ funnel: null, measures: [] },
  }
  return {
    id: 1,
    campaignId: 'tides',
    name: 'Tide tables, November',
    settings: usualSettings(then),
    people: 37,
    state: 'held',
    held: { why: 'Held by you', since: then, byBrake: false },
    startedAt: then,
    columns: [null],
    slices: [slice],
    bounces: null,
    notes: [],
    ...changes,
  }
}

let page: Page
afterEach(() => page.close())

const radio = (name: string) => {
  const label = page.body.findAll('label').find((each) => each.text().startsWith(name))
  if (!label) throw new Error(`There is no choice ${name}.`)
  return label.get<HTMLInputElement>('input')
}

it('keeps what a person chose and typed while the plan comes anew, and begins again for another state', async () => {
  const plan = shallowRef(heldPlan())
  page = await Page.open({
    root: defineComponent({ setup: () => () => h(PlanDecision, { plan: plan.value }) }),
  })
  expect(radio('Go on as planned').element.checked).toBe(true)
  await page.body.get('input[inputmode="numeric"]').setValue('3')
  plan.value = heldPlan({ notes: [{ at: then, text: 'Held' }] })
  await nextTick()
  expect(page.body.get<HTMLInputElement>('input[inputmode="numeric"]').element.value).toBe('3')

  await radio('Move all by a day').setValue()
  plan.value = heldPlan({ notes: [{ at: then, text: 'Held again' }] })
  await nextTick()
  expect(radio('Move all by a day').element.checked).toBe(true)

  plan.value = heldPlan({ state: 'running', held: null })
  await nextTick()
  plan.value = heldPlan()
  await nextTick()
  expect(radio('Go on as planned').element.checked).toBe(true)
})
