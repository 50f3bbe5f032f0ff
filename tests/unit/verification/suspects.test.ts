import { describe, expect, it } from 'vitest'
import { Suspects } from '../../../src-main/features/verification/suspects'
import { problem } from '../../../src-main/core/problems'

const away = problem('service_failed').problem
const refused = problem('invalid_request').problem

describe('an address that was asked about in vain while nothing was answered', () => {
  it('is not at fault however often that happens again', () => {
    const suspects = new Suspects()
    expect(suspects.convicts('ann@example.com', away)).toBe(false)
    suspects.add('ann@example.com')
    expect(suspects.has('ann@example.com')).toBe(true)
    expect(suspects.convicts('ann@example.com', away)).toBe(false)
    suspects.add('ann@example.com')
    expect(suspects.convicts('ann@example.com', away)).toBe(false)
  })

  it('is at fault when it fails after others were answered', () => {
    const suspects = new Suspects()
    suspects.answered()
    suspects.add('ann@example.com')
    expect(suspects.convicts('ann@example.com', away)).toBe(false)
    suspects.answered()
    expect(suspects.convicts('ann@example.com', away)).toBe(true)
    expect(suspects.convicts('bob@example.com', away)).toBe(false)
  })

  it('is at fault when it fails again in a way that does not pass', () => {
    const suspects = new Suspects()
    expect(suspects.convicts('ann@example.com', refused)).toBe(false)
    suspects.add('ann@example.com')
    expect(suspects.convicts('ann@example.com', refused)).toBe(true)
  })
})
