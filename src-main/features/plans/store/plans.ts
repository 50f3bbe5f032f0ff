import { z } from 'zod'
import { lazyObject } from '../../../../src-shared/lazily'
import type { Stepped } from '../../../core/database/session'
import { judgementSchema, planStateSchema, sliceStateSchema } from '../../../../src-shared/bridge/plans'
import { kept } from './api'
import type { KeptPlan, KeptSlice, PlanStore } from './api'
import { PlanPeople, type PeopleParts } from './people'

const planRow = lazyObject(() => ({
  id: z.number(),
  campaign: z.string(),
  name: z.string(),
  mail: z.string(),
  hash: z.string(),
  settings: z.string(),
  people: z.number(),
  parts: z.string(),
  state: planStateSchema,
  held: z.string().nullable(),
  held_at: z.number().nullable(),
  started_at: z.number(),
}))

const sliceRow = lazyObject(() => ({
  number: z.number(),
  at: z.number(),
  state: sliceStateSchema,
  segment: z.string().nullable(),
  campaign: z.string().nullable(),
  left_at: z.number().nullable(),
  judgement: judgementSchema.nullable(),
  judged_at: z.number().nullable(),
  funnel: z.string().nullable(),
}))

/** The plans' part of the store. In one piece: its calls share the statements at its head. */
export function planStore(parts: PeopleParts): Stepped<PlanStore> {
  const { session } = parts
  const { db } = session
  const people = new PlanPeople(parts)
  const columns = Object.keys(planRow.unwrap().shape).join(', ')
  const sliceColumns = Object.keys(sliceRow.unwrap().shape).join(', ')
  const one = db.prepare<[number], unknown>(`SELECT ${columns} FROM plan WHERE id = ?`)
  const newest = db.prepare<[string], unknown>(
    `SELECT ${columns} FROM plan WHERE campaign = ? ORDER BY id DESC LIMIT 1`,
  )
  const open = session.column<[], number>(
    "SELECT id FROM plan INDEXED BY plan_open WHERE state IN ('running', 'held')",
  )
  const slices = db.prepare<[number], unknown>(
    `SELECT ${sliceColumns} FROM plan_slice WHERE plan = ? ORDER BY number`,
  )
  const madeFor = db.prepare<[string], { plan: number; number: number }>(
    'SELECT plan, number FROM plan_slice WHERE campaign = ?',
  )
  const putting = db.prepare<[KeptSliceRow & { plan: number }]>(
    `INSERT OR REPLACE INTO plan_slice (plan, ${sliceColumns})
     VALUES (@plan, ${Object.keys(sliceRow.unwrap().shape)
       .map((name) => `@${name}`)
       .join(', ')})`,
  )
  const dropping = db.prepare<[number, number]>('DELETE FROM plan_slice WHERE plan = ? AND number >= ?')
  const resetting = db.prepare<[string, string, number]>(
    'UPDATE plan SET settings = ?, parts = ? WHERE id = ?',
  )
  const setting = db.prepare<[string, string | null, number | null, number]>(
    'UPDATE plan SET state = ?, held = ?, held_at = ? WHERE id = ?',
  )
  const noting = db.prepare<[number, number, string]>(
    'INSERT INTO plan_note (plan, at, note) VALUES (?, ?, ?)',
  )
  const notes = db.prepare<[number], { at: number; note: string }>(
    'SELECT at, note FROM plan_note WHERE plan = ? ORDER BY row DESC',
  )
  const planOf = (row: unknown): KeptPlan => {
    const plan = planRow.parse(row)
    return {
      id: plan.id,
      campaign: plan.campaign,
      name: plan.name,
      hash: plan.hash,
      people: plan.people,
      parts: kept.parts.parse(JSON.parse(plan.parts)),
      state: plan.state,
      startedAt: plan.started_at,
      mail: kept.mail.parse(JSON.parse(plan.mail)),
      settings: kept.settings.parse(JSON.parse(plan.settings)),
      held:
        plan.held === null ? null : { why: kept.note.parse(JSON.parse(plan.held)), at: plan.held_at ?? 0 },
      slices: slices.all(plan.id).map(sliceOf),
    }
  }
  const put = (plan: number, slice: KeptSlice) => putting.run({ plan, ...rowOf(slice) })
  const changed = (plan: number, number: number, changes: Partial<KeptSlice>) => {
    const slice = planOf(one.get(plan)).slices.find((each) => each.number === number)
    if (slice) put(plan, { ...slice, ...changes })
  }

  return {
    domains: (input) => people.domains(input),
    *begin(input) {
      const placed = yield* people.place(input)
      return session.write(() => {
        const id = people.begin(input, placed.length)
        input.slices.forEach(({ at }, index) => put(id, { ...fresh, number: index + 1, at }))
        people.insert(id, placed)
        return planOf(one.get(id))
      }, 'durable')
    },
    of: (campaign) =>
      session.read(() => {
        const found = newest.get(campaign)
        return found === undefined ? null : planOf(found)
      }),
    open: () => session.read(() => open.all()),
    running: (plan) =>
      session.read(() => {
        const row = one.get(plan)
        const found = row === undefined ? null : planOf(row)
        return found?.state === 'running' || found?.state === 'held' ? found : null
      }),
    madeFor: (campaign) =>
      session.read(() => {
        const found = madeFor.get(campaign)
        if (!found) return null
        const plan = planOf(one.get(found.plan))
        const slice = plan.slices.find(({ number }) => number === found.number)
        return slice ? { plan, slice } : null
      }),
    ...people.calls(),
    replan: (input) =>
      session.write(() => {
        people.replace(input)
        dropping.run(input.plan, input.from)
        resetting.run(JSON.stringify(input.settings), JSON.stringify(input.parts), input.plan)
        input.slices.forEach(({ at }, index) => put(input.plan, { ...fresh, number: input.from + index, at }))
        return planOf(one.get(input.plan))
      }, 'durable'),
    slice: ({ plan, number, changes }) => session.write(() => changed(plan, number, changes), 'durable'),
    move: ({ plan, times }) =>
      session.write(() => {
        for (const { number, at } of times) changed(plan, number, { at })
      }, 'durable'),
    state: ({ plan, state, held }) =>
      session.write(() => {
        setting.run(state, held && JSON.stringify(held.why), held && held.at, plan)
      }, 'durable'),
    note: ({ plan, at, note }) =>
      session.write(() => {
        noting.run(plan, at, JSON.stringify(note))
      }),
    notes: (plan) =>
      session.read(() =>
        notes.all(plan).map(({ at, note }) => ({ at, note: kept.note.parse(JSON.parse(note)) })),
      ),
  }
}

type KeptSliceRow = z.infer<typeof sliceRow>

/** A slice of which nothing has happened. */
const fresh = {
  state: 'waits',
  segment: null,
  campaign: null,
  leftAt: null,
  judgement: null,
  judgedAt: null,
  funnel: null,
} as const

function sliceOf(row: unknown): KeptSlice {
  const { left_at, judged_at, funnel, ...slice } = sliceRow.parse(row)
  return {
    ...slice,
    leftAt: left_at,
    judgedAt: judged_at,
    funnel: funnel === null ? null : kept.funnel.parse(JSON.parse(funnel)),
  }
}

function rowOf({ leftAt, judgedAt, funnel, ...slice }: KeptSlice): KeptSliceRow {
  return { ...slice, left_at: leftAt, judged_at: judgedAt, funnel: funnel && JSON.stringify(funnel) }
}
