import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import type { DnsRecord } from '../../../../src-shared/bridge/domains'
import DnsRecordRow from '../../../../src-renderer/features/domains/DnsRecordRow.vue'

/** What a record is shown as saying in DNS. */
function answers(changes: Partial<DnsRecord>): string[] {
  const record: DnsRecord = {
    what: 'spf',
    type: 'TXT',
    name: 'x.example',
    value: 'v=spf1 include:amazonses.com ~all',
    state: 'published',
    found: [],
    words: 'Published.',
    ...changes,
  }
  const wrapper = mount(DnsRecordRow, { props: { record, asking: false } })
  return wrapper.findAll('[aria-label="DNS answers"] li').map((one) => one.text())
}

describe('a record of a domain', () => {
  it('shows what DNS answers where something else stands there', () => {
    expect(answers({ state: 'other', found: ['v=spf1 -all', 'v=spf1 mx -all'] })).toEqual([
      'v=spf1 -all',
      'v=spf1 mx -all',
    ])
  })

  it('shows it too where what stands there does as well', () => {
    const found = ['v=spf1 include:_spf.other.example include:amazonses.com -all']
    expect(answers({ found })).toEqual(found)
  })

  it('does not repeat the value to copy', () => {
    expect(answers({ found: ['v=spf1 include:amazonses.com ~all'] })).toEqual([])
    expect(answers({ state: 'missing' })).toEqual([])
  })
})
