import { describe, expect, it } from 'vitest'
import type { ImportColumn } from '../../../src-shared/bridge/import-file'
import { applyRemembered, headerKey, rememberColumns } from '../../../src-main/features/imports/map/remember'
import { shownColumn } from '../../../src-main/features/imports/shown'

function column(index: number, name: string, other: Partial<ImportColumn> = {}): ImportColumn {
  return {
    index,
    name,
    target: { kind: 'leaveOut' },
    as: { type: 'text' },
    rule: 'overwrite',
    samples: [],
    looked: 0,
    filled: 0,
    note: null,
    ...other,
  }
}

describe('a set of names', () => {
  it('is the same in any order, case and spacing', () => {
    expect(headerKey(['Email', 'First  name'])).toBe(headerKey(['first name ', 'EMAIL']))
  })

  it.each([
    [['email'], ['email', 'name']],
    [
      ['email', 'name'],
      ['email', 'city'],
    ],
    [
      ['a', 'a', 'b'],
      ['a', 'b', 'b'],
    ],
    [['a', 'b'], ['a,b']],
    [
      ['ab', 'c'],
      ['a', 'bc'],
    ],
  ])('is another: %j and %j', (one, other) => {
    expect(headerKey(one)).not.toBe(headerKey(other))
  })

  it('tells nothing of the names', () => {
    expect(headerKey(['email'])).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('a mapping that is remembered', () => {
  const remembered = rememberColumns([
    column(0, 'Email', { target: { kind: 'email' } }),
    column(1, 'Spent', {
      target: { kind: 'data', key: 'spent' },
      as: { type: 'number', decimal: ',' },
      rule: 'fillBlanks',
    }),
    column(2, 'tag', { target: { kind: 'data', key: 'first' } }),
    column(3, 'tag', { target: { kind: 'data', key: 'second' } }),
  ])

  it('goes with its columns, in whatever order they come', () => {
    const applied = applyRemembered(
      [column(0, 'tag'), column(1, 'spent ', { samples: ['1,5'] }), column(2, 'tag'), column(3, 'EMAIL')],
      remembered,
    )
    expect(applied?.map(({ target }) => ('key' in target ? target.key : target.kind))).toEqual([
      'first',
      'spent',
      'second',
      'email',
    ])
    expect(applied?.[1]).toMatchObject({
      as: { type: 'number', decimal: ',' },
      rule: 'fillBlanks',
      note: null,
    })
  })

  it('does not fit other names', () => {
    expect(applyRemembered([column(0, 'Email')], remembered)).toBeNull()
    expect(
      applyRemembered(
        ['a', 'b', 'c', 'd'].map((name, at) => column(at, name)),
        remembered,
      ),
    ).toBeNull()
  })

  it('leaves the proposed type where no cell fits the remembered one, and says so', () => {
    const proposed = [
      column(0, 'Email'),
      column(1, 'Spent', { as: { type: 'text' }, samples: ['a lot', 'little'] }),
      column(2, 'tag'),
      column(3, 'tag'),
    ]
    expect(applyRemembered(proposed, remembered)?.map(shownColumn)[1]).toMatchObject({
      target: { kind: 'data', key: 'spent' },
      as: { type: 'text' },
      note: 'Its cells differ from last time. Check the type.',
    })
  })

  it('keeps the warning of a column that goes where it was proposed to go', () => {
    const note = 'The service drops id silently.'
    const applied = applyRemembered([column(0, 'id', { note })], rememberColumns([column(0, 'id')]))
    expect(applied?.[0]?.note).toBe(note)
  })

  const since = (format: string) => [
    {
      name: 'since',
      target: { kind: 'data', key: 'since' } as const,
      as: { type: 'date', format } as const,
      rule: 'overwrite' as const,
    },
  ]

  it('says how dates are read that do not tell it themselves', () => {
    const orders = { dayFirst: 'DD/MM/YYYY', monthFirst: 'MM/DD/YYYY' }
    const [applied] = applyRemembered(
      [column(0, 'since', { samples: ['03/04/2026'], orders })],
      since('MM/DD/YYYY'),
    ) ?? [null]
    expect(applied && shownColumn(applied)).toMatchObject({
      as: { type: 'date', format: 'MM/DD/YYYY' },
      note: 'Read with the month first, as last time. The dates of this file do not tell.',
    })
  })

  it('is not used for dates that are surely the other way round', () => {
    const as = { type: 'date', format: 'MM/DD/YYYY' } as const
    const [applied] = applyRemembered(
      [column(0, 'since', { samples: ['03/04/2026', '03/25/2026'], as })],
      since('DD/MM/YYYY'),
    ) ?? [null]
    expect(applied && shownColumn(applied)).toMatchObject({
      as,
      note: 'Its cells differ from last time. Check the type.',
    })
  })
})
