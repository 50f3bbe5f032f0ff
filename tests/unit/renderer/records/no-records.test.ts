import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import type { RecordSync } from '../../../../src-shared/bridge/records'
import NoRecords from '../../../../src-renderer/features/records/NoRecords.vue'
import { connection, run } from './record-samples'

function said(sync: Partial<RecordSync>, filtered = false): string {
  return mount(NoRecords, {
    props: { connection: connection({ rows: 0, ...sync }), search: '', filtered },
  }).text()
}

describe('where no record stands', () => {
  it('says that the list is empty once it was read to its end', () => {
    expect(said({ last: run({ received: 0 }) })).toContain('The list is empty')
  })

  it('says that nothing was read yet where no run came to its end', () => {
    expect(said({ last: null })).toContain('No records yet')
    expect(said({ last: run({ state: 'cancelled', received: 0 }) })).toContain('No records yet')
    expect(said({ run: run({ state: 'paused', received: 0 }) })).toContain('No records yet')
  })

  it('says nothing while the first rows are on their way', () => {
    expect(said({ last: null, run: run({ state: 'running', received: 0 }) })).toBe('')
  })

  it('says that nothing matches where a filter is set', () => {
    expect(said({}, true)).toContain('No record matches')
  })
})
