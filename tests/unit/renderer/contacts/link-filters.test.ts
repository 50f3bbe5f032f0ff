import { describe, expect, it } from 'vitest'
import type { LocationQuery } from 'vue-router'
import { importedPeople } from '../../../../src-renderer/features/contacts/link-filters'
import { useContactQuery } from '../../../../src-renderer/features/contacts/use-contact-query'
import { differs } from '../../../../src-renderer/lists/grid/view-state'

describe('a link to the people of an import', () => {
  it('names the import and its file', () => {
    expect(importedPeople({ import: '17', name: 'spring.csv' })).toEqual({ importId: 17, name: 'spring.csv' })
    expect(importedPeople({ import: '17' })).toEqual({ importId: 17, name: 'an import' })
  })

  it('is none where it names no import', () => {
    const links: LocationQuery[] = [{}, { import: 'x' }, { import: '' }, { import: ['1', '2'] }]
    for (const link of links) {
      expect(importedPeople(link)).toBeUndefined()
    }
  })
})

describe('the list of an import', () => {
  it('is a filtered one, which clearing ends and a view keeps', () => {
    const state = useContactQuery()
    const whole = { query: state.query.value, columns: [] }
    expect(state.isNarrowed.value).toBe(false)
    state.of.value = { importId: 17, name: 'spring.csv' }
    expect(state.isNarrowed.value).toBe(true)
    const view = { id: 'v', name: 'Spring', query: state.query.value, columns: [] }
    expect(differs(view, whole)).toBe(true)
    state.clear()
    expect(state.query.value.of).toBeUndefined()
    state.show(view.query)
    expect(differs(view, { query: state.query.value, columns: [] })).toBe(false)
  })
})
