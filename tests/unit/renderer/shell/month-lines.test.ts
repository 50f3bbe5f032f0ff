import { describe, expect, it } from 'vitest'
import { fieldFilters } from '../../../../src-renderer/features/contacts/link-filters'
import { contactsCreatedLink } from '../../../../src-renderer/links'
import { monthNamed } from '../../../../src-renderer/shell/palette/month-lines'

const now = new Date(2026, 10, 26, 12).getTime()
const at = (year: number, month: number) => new Date(year, month - 1, 1).getTime()

describe('a month that is typed into the palette', () => {
  it('is the last one of its name up to now', () => {
    expect(monthNamed('nov', now)).toEqual({ from: at(2026, 11), to: at(2026, 12) })
    expect(monthNamed('December', now)).toEqual({ from: at(2025, 12), to: at(2026, 1) })
  })

  it('is none where few letters, or other words, are typed', () => {
    expect(monthNamed('no', now)).toBeNull()
    expect(monthNamed('novak', now)).toBeNull()
  })

  it('leads to the contacts that were created in it', () => {
    const link = contactsCreatedLink(at(2026, 11), at(2026, 12))
    const query = typeof link === 'object' && 'query' in link ? (link.query ?? {}) : {}
    expect(fieldFilters(query as Record<string, string>)).toEqual([
      { field: 'createdAt', operator: 'between', from: at(2026, 11), to: at(2026, 12) },
    ])
    expect(fieldFilters({ from: 'yesterday', to: '5' })).toBeUndefined()
  })
})
