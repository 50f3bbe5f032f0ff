import { describe, expect, it } from 'vitest'
import { chipOperators } from '../../../../src-renderer/features/segments/condition/chip-operators'
import { chipWords } from '../../../../src-renderer/features/segments/condition/chip-words'
import {
  conditionOf,
  isFinished,
  newChip,
  newGroup,
  treeOf,
  type ConditionNode,
} from '../../../../src-renderer/features/segments/condition/condition-tree'
import { linesOf, moved } from '../../../../src-renderer/features/segments/condition/tree-edits'
import { askedOf, contextOf } from '../../../../src-renderer/features/segments/condition/use-line-counts'
import { emptyForm } from '../../../../src-renderer/lists/filter/value-form'
import {
  filterConditionSchema,
  filterOperators,
  kindOf,
  type Filter,
  type FilterCondition,
  type FilterOperator,
} from '../../../../src-shared/interface/filter'
import { filterCases } from '../../../fixtures/filter-cases'

const operators = Object.values(filterOperators).flat()

/** Filters with an operator, one for each kind of value that it takes. */
function filtersWith(operator: FilterOperator): Filter[] {
  switch (kindOf(operator)) {
    case 'equality':
      return ['pro', '', '5', 5, 0.25, -3, true, false, '2026-01-05', '2026-01-05T12:00:00.000Z'].map(
        (value) => ({ field: 'data.plan', operator, value }),
      )
    case 'text':
      return [
        { field: 'email', operator, value: '@example.com' },
        { field: 'data.a.b', operator, value: '' },
      ]
    case 'order':
      return [7, '7', '2026-01-05', '2026-01-05T12:00:00Z'].map((value) => ({
        field: 'data.seen',
        operator,
        value,
      }))
    case 'presence':
      return [{ field: 'data.plan', operator }]
    case 'age':
      return [{ field: 'createdAt', operator, value: 30, unit: 'days' }]
    case 'event':
      return [{ field: 'signed_up', operator }]
    case 'eventAge':
      return [{ field: 'signed_up', operator, value: 0.5, unit: 'hours' }]
    case 'membership':
      return [
        { field: 'segment', operator, value: 'seg_1' },
        { field: 'whatever', operator, value: 'seg_1' },
      ]
  }
}

const only = (filter: Filter): FilterCondition => ({ logic: 'AND', groups: [{ filters: [filter] }] })
const noTypes = () => []
const text = (name: string, ...values: (string | null)[]) => ({
  ...newChip('data', name, 'anyOf'),
  form: { ...emptyForm, values },
})
const group = (logic: 'AND' | 'OR', ...children: ConditionNode[]) => newGroup(logic, children)

describe('a condition that is opened and not changed', () => {
  it.each(operators)('stays as it was with %s', (operator) => {
    for (const filter of filtersWith(operator)) {
      expect(conditionOf(treeOf(only(filter)), noTypes)).toEqual(only(filter))
    }
  })

  it('keeps every filter of each case that the grammar takes', () => {
    const filtersIn = ({ groups }: FilterCondition): string[] =>
      groups
        .flatMap(({ filters, conditions }) => [
          ...filters.map((filter) => JSON.stringify(filter)),
          ...(conditions ? filtersIn(conditions) : []),
        ])
        .sort()
    for (const { condition } of filterCases) {
      const read = filterConditionSchema.safeParse(condition)
      if (!read.success) continue
      const built = conditionOf(treeOf(read.data), noTypes)
      expect(built && filtersIn(built)).toEqual(filtersIn(read.data))
    }
  })
})

describe('what people say in one', () => {
  const isAny: FilterCondition = {
    logic: 'OR',
    groups: [
      { filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] },
      { filters: [{ field: 'data.plan', operator: 'equals', value: 'team' }] },
    ],
  }

  it('is saved as a group of any', () => {
    expect(conditionOf(group('AND', text('plan', 'pro', 'team')), noTypes)).toEqual({
      logic: 'AND',
      groups: [{ filters: [], conditions: isAny }],
    })
  })

  it('is read as one again, and said so', () => {
    const tree = treeOf({ logic: 'AND', groups: [{ filters: [], conditions: isAny }] })
    const [chip] = tree.children
    expect(chip?.kind === 'chip' && chipWords(chip, () => null)).toMatchObject({
      field: 'plan',
      operator: 'is any of',
      value: 'pro, team',
    })
  })

  it('names two values, and says how many more there are', () => {
    expect(chipWords(text('plan', 'a', 'b', 'c', null), () => null).value).toBe('a, b and 2 more')
  })

  it('of a range has both ends in it, and an open end is left out', () => {
    const range = { ...newChip('data', 'seats', 'between'), form: { ...emptyForm, from: '20', to: '70' } }
    expect(conditionOf(group('AND', range), () => ['number'])).toEqual({
      logic: 'AND',
      groups: [
        {
          filters: [],
          conditions: {
            logic: 'AND',
            groups: [
              { filters: [{ field: 'data.seats', operator: 'greaterThanOrEqual', value: 20 }] },
              { filters: [{ field: 'data.seats', operator: 'lessThanOrEqual', value: 70 }] },
            ],
          },
        },
      ],
    })
    const open = { ...range, form: { ...emptyForm, from: '20' } }
    expect(conditionOf(group('AND', open), () => ['number'])).toEqual(
      only({ field: 'data.seats', operator: 'greaterThanOrEqual', value: 20 }),
    )
  })

  it('of a number that was typed is a number for the service', () => {
    expect(conditionOf(group('AND', text('seats', '5')), () => ['number'])).toEqual(
      only({ field: 'data.seats', operator: 'equals', value: 5 }),
    )
  })
})

describe('what is being written', () => {
  it('offers every operator of the grammar that is not said in another way', () => {
    const offered = (['data', 'event', 'segment'] as const).flatMap((subject) =>
      chipOperators(subject, ['text', 'number', 'date']).map(({ operator }) => operator),
    )
    const otherwise = new Set<string>(['equals', 'notEquals', 'greaterThanOrEqual', 'lessThanOrEqual'])
    expect(new Set(offered)).toEqual(
      new Set([...operators.filter((operator) => !otherwise.has(operator)), 'anyOf', 'noneOf', 'between']),
    )
  })

  it('is not finished before a value is entered, and the rest is counted without it', () => {
    const tree = group('AND', text('plan', 'pro'), text('city'))
    expect(isFinished(tree, noTypes)).toBe(false)
    expect(conditionOf(tree, noTypes)).toEqual(only({ field: 'data.plan', operator: 'equals', value: 'pro' }))
  })

  it('is counted line by line: who is left, and within any what a line adds', () => {
    const [plan, port, city] = [text('plan', 'pro'), text('port', 'Porto'), text('city', 'Graz')]
    const any = group('OR', port, city)
    const tree = group('AND', plan, any)
    const asked = askedOf(tree, noTypes)
    expect(asked.map(({ key, beyond }) => [key, beyond])).toEqual([
      [plan.key, null],
      [port.key, null],
      [city.key, port.key],
      [any.key, null],
    ])
    expect(asked[2]?.condition).toEqual(asked[3]?.condition)
    expect(contextOf(tree, city.key, noTypes)).toEqual(
      only({ field: 'data.plan', operator: 'equals', value: 'pro' }),
    )
  })

  it('is counted among the members of a segment, where it chooses among them', () => {
    const member = { field: 'segment', operator: 'memberOfSegment', value: 'readers' } as const
    const plan = text('plan', 'pro')
    const [asked] = askedOf(group('AND', plan), noTypes, 'readers')
    expect(asked?.condition.groups.flatMap(({ filters }) => filters)).toEqual([
      member,
      { field: 'data.plan', operator: 'equals', value: 'pro' },
    ])
    expect(contextOf(group('AND', plan), plan.key, noTypes, 'readers')).toEqual(only(member))
  })
})

describe('a line that is moved', () => {
  const [plan, port, city] = [text('plan', 'pro'), text('port', 'Porto'), text('city', 'Graz')]
  const any = group('OR', port)
  const keys = (tree: ReturnType<typeof newGroup>) => linesOf(tree).map(({ key }) => key)

  it('goes over its neighbour', () => {
    expect(keys(moved(group('AND', plan, city), city.key, -1))).toEqual([city.key, plan.key])
  })

  it('goes into a group, and out of it again', () => {
    const into = moved(group('AND', plan, any), plan.key, 1)
    expect(keys(into)).toEqual([any.key, plan.key, port.key])
    expect(into.children).toHaveLength(1)
    expect(moved(into, plan.key, -1).children.map(({ key }) => key)).toEqual([plan.key, any.key])
  })

  it('stays where there is nowhere to go', () => {
    expect(keys(moved(group('AND', plan, city), plan.key, -1))).toEqual([plan.key, city.key])
  })
})
