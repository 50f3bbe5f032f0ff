import { describe, expect, it } from 'vitest'
import {
  draftOf,
  newCondition,
  newFilter,
  readDraft,
  type FilterDraft,
} from '../../../../src-renderer/features/segments/condition/condition-draft'
import {
  askedAbout,
  askedWith,
  enteredAs,
  named,
} from '../../../../src-renderer/features/segments/condition/filter-edits'
import { operatorsOf } from '../../../../src-renderer/features/segments/condition/filter-parts'
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

/** What a draft of one filter comes to. */
function readFilter(filter: FilterDraft) {
  return readDraft({ logic: 'AND', groups: [{ key: 0, filters: [filter], nested: null }] })
}

const noTypes = () => []

describe('a condition that is opened and not changed', () => {
  it.each(operators)('stays as it was with %s', (operator) => {
    for (const filter of filtersWith(operator)) {
      expect(readDraft(draftOf(only(filter))).condition).toEqual(only(filter))
    }
  })

  it('stays as it was with each case that the grammar takes', () => {
    for (const { condition } of filterCases) {
      if (!filterConditionSchema.safeParse(condition).success) continue
      expect(readDraft(draftOf(condition)).condition).toEqual(condition)
    }
  })

  it('keeps its nested conditions and how they are joined', () => {
    const condition: FilterCondition = {
      logic: 'OR',
      groups: [
        { filters: [{ field: 'email', operator: 'exists' }] },
        {
          filters: [],
          conditions: { logic: 'AND', groups: [{ filters: [{ field: 'opened', operator: 'triggered' }] }] },
        },
      ],
    }
    expect(readDraft(draftOf(condition)).condition).toEqual(condition)
  })
})

describe('what is being written', () => {
  it('offers every operator of the grammar', () => {
    const offered = (['data', 'event', 'segment'] as const).flatMap((subject) => operatorsOf(subject))
    expect(new Set(offered)).toEqual(new Set(operators))
  })

  it.each(operators)('comes to a condition with %s once its value is entered', (operator) => {
    const kind = kindOf(operator)
    const subject = kind === 'membership' ? 'segment' : kind.startsWith('event') ? 'event' : 'data'
    let filter = named(askedAbout(newFilter(), subject, noTypes), 'plan', noTypes)
    filter = askedWith(filter, operator, noTypes)
    expect(readFilter({ ...filter, text: '3' }).condition?.groups[0]?.filters[0]?.operator).toBe(operator)
  })

  it('is no condition before a field is named', () => {
    const read = readDraft(newCondition())
    expect(read.condition).toBeNull()
    expect([...read.faults.values()]).toEqual([{ at: 'name', text: 'Name a field.' }])
  })

  it('says of a number that it is none', () => {
    const filter: FilterDraft = {
      ...newFilter(),
      name: 'seats',
      operator: 'greaterThan',
      type: 'number',
      text: 'many',
    }
    expect(readFilter(filter).faults.get(filter.key)).toEqual({ at: 'value', text: 'Enter a number.' })
  })

  it('says what the grammar refuses beside the filter it is about', () => {
    const filter: FilterDraft = {
      ...newFilter(),
      subject: 'createdAt',
      operator: 'equals',
      text: 'yesterday',
    }
    expect(readFilter(filter).faults.get(filter.key)).toEqual({ at: 'value', text: 'Must be a date.' })
  })

  it('finds the filter at fault in a nested condition', () => {
    const inner: FilterDraft = { ...newFilter(), name: 'seen', operator: 'within', text: '-1' }
    const draft = newCondition()
    const [group] = draft.groups
    if (group)
      Object.assign(group, {
        filters: [],
        nested: { logic: 'AND', groups: [{ key: 0, filters: [inner], nested: null }] },
      })
    expect(readDraft(draft).faults.get(inner.key)).toEqual({ at: 'value', text: 'Enter a number from 0.' })
  })

  it('takes an empty text that was entered for what it is', () => {
    expect(readFilter({ ...newFilter(), name: 'plan', text: '' }).condition).toEqual(
      only({ field: 'data.plan', operator: 'equals', value: '' }),
    )
  })
})

describe('how a value is entered', () => {
  it('follows the type of the field until something was entered', () => {
    const numbers = () => ['number'] as const
    expect(named(newFilter(), 'seats', numbers).type).toBe('number')
    expect(named({ ...newFilter(), text: 'pro' }, 'seats', numbers).type).toBe('text')
  })

  it('begins with yes for a field of yes and no', () => {
    const filter = named(newFilter(), 'active', () => ['boolean'])
    expect(readFilter(filter).condition).toEqual(
      only({ field: 'data.active', operator: 'equals', value: true }),
    )
  })

  it('keeps the text where it can be entered in the other way', () => {
    const text: FilterDraft = { ...newFilter(), name: 'seats', text: '5' }
    expect(readFilter(enteredAs(text, 'number')).condition).toEqual(
      only({ field: 'data.seats', operator: 'equals', value: 5 }),
    )
    expect(enteredAs(text, 'day').text).toBeNull()
  })

  it('forgets a value that the other operator does not take', () => {
    const span = askedWith({ ...newFilter(), name: 'seen', text: 'pro' }, 'within', noTypes)
    expect(span.text).toBeNull()
  })
})
