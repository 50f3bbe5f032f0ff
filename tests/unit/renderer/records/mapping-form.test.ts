import { describe, expect, it } from 'vitest'
import type { RecordField } from '../../../../src-shared/bridge/records'
import {
  formOf,
  mappingFault,
  mappingOf,
} from '../../../../src-renderer/features/records/hand-over/mapping-form'
import { audience } from './record-samples'

const fields: RecordField[] = ['id', 'data.mail', 'data.city', 'data.berths']

/** The form with one field changed. */
function changed(field: RecordField, part: { taken?: boolean; key?: string }) {
  const form = formOf(audience.mapping, fields)
  return { ...form, ways: form.ways.map((way) => (way.field === field ? { ...way, ...part } : way)) }
}

describe('the mapping of a hand-over', () => {
  it('is as it was used, read back from its form', () => {
    expect(mappingOf(formOf(audience.mapping, fields))).toEqual(audience.mapping)
  })

  it('offers fields that were not taken under their own names', () => {
    const form = formOf(audience.mapping, fields)
    expect(form.ways.find(({ field }) => field === 'data.berths')).toEqual({
      field: 'data.berths',
      taken: false,
      key: 'berths',
    })
  })

  it('keeps fields that were used and occur in no record any more', () => {
    expect(mappingOf(formOf(audience.mapping, ['id']))).toEqual(audience.mapping)
  })

  it('takes the field of the address along nowhere else', () => {
    const mapping = mappingOf(changed('data.mail', { taken: true }))
    expect(mapping?.data).toEqual([{ field: 'data.city', key: 'town' }])
  })

  it('asks for the field of the address', () => {
    expect(mappingFault(formOf(null, fields))).toBe('Choose the field with the address.')
    expect(mappingOf(formOf(null, fields))).toBeNull()
  })

  it('refuses two fields under one key, and a field without one', () => {
    expect(mappingFault(changed('data.berths', { taken: true, key: ' town ' }))).toBe(
      'Two fields go to town.',
    )
    expect(mappingFault(changed('data.city', { key: ' ' }))).toBe('Give every field that goes along a key.')
  })
})
