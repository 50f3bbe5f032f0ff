import { expect, it } from 'vitest'
import { projectionOf } from '../../../src-main/features/plans/projection'

const none = { accepts: 0, risky: 0, unknown: 0, notChecked: 0, undeliverable: 0 }
const at = (
  domain: string | null,
  verdicts: Partial<typeof none>,
  expectedBounces: number | null = null,
) => ({
  domain,
  people: Object.values(verdicts).reduce((sum, count) => sum + count, 0),
  verdicts: { ...none, ...verdicts },
  expectedBounces,
})
const plan = {
  columns: ['gmail.com', 'orange.fr', null],
  slices: [
    { at: 0, people: 500, byDomain: [300, 100, 100] },
    { at: 1, people: 700, byDomain: [300, 100, 300] },
  ],
}

it('says of each column, of the first slice and of all what the verdicts let expect', () => {
  const projected = projectionOf(plan, [
    at('gmail.com', { accepts: 600 }),
    at('orange.fr', { accepts: 180, undeliverable: 20 }),
    at('web.de', { accepts: 150, undeliverable: 50 }),
    at(null, { accepts: 200 }),
  ])
  const [gmail, orange, others] = projected.columns
  expect(gmail).toBeCloseTo(0.005)
  expect(orange).toBeCloseTo((180 * 0.005 + 20) / 200)
  // Whatever has no column of its own is among the others.
  expect(others).toBeCloseTo((350 * 0.005 + 50) / 400)
  expect(projected.first).toBeCloseTo((300 * 0.005 + 100 * (orange ?? 0) + 100 * (others ?? 0)) / 500)
  expect(projected.all).toBeCloseTo((1130 * 0.005 + 70) / 1200)
  expect(projected).toMatchObject({ learnt: false, notChecked: 0 })
})

it('says nothing of a domain that was hardly checked, nor of a slice that goes there', () => {
  const projected = projectionOf(plan, [
    at('gmail.com', { accepts: 600 }),
    at('orange.fr', { accepts: 40, notChecked: 160 }),
    at(null, { accepts: 400 }),
  ])
  expect(projected.columns[1]).toBeNull()
  expect(projected.first).toBeNull()
  expect(projected.all).toBeCloseTo((1040 * 0.005 + 160 * 0.03) / 1200)
  expect(projected.notChecked).toBe(160)
})

it('goes by what was learnt, also where nobody was checked', () => {
  const projected = projectionOf(plan, [
    at('gmail.com', { notChecked: 600 }, 12),
    at('orange.fr', { notChecked: 200 }, 50),
    at(null, { notChecked: 400 }, 4),
  ])
  expect(projected.columns).toEqual([0.02, 0.25, 0.01])
  expect(projected.first).toBeCloseTo((300 * 0.02 + 100 * 0.25 + 100 * 0.01) / 500)
  expect(projected).toMatchObject({ learnt: true, all: 66 / 1200 })
})
