import { describe, expect, it } from 'vitest'
import { holdWords } from '../../../../src-renderer/features/campaigns/hold/hold-words'
import { hold, refusal } from './campaign-core'
import { then } from './review-samples'

describe('a sending that was refused', () => {
  it('is told with why, and what can be done', () => {
    expect(holdWords(hold({ state: 'refused', problem: refusal }), then).text).toBe(
      'The service does not answer. No connection could be made. Try again when it answers.',
    )
  })

  it('names the fields that the service refused', () => {
    const problem = {
      ...refusal,
      title: 'The service refused the data',
      fields: [{ field: 'audienceType', message: 'Nobody is in the audience of this campaign.' }],
    }
    expect(holdWords(hold({ state: 'refused', problem }), then).text).toBe(
      'The service refused the data. audienceType: Nobody is in the audience of this campaign. It stays a draft.',
    )
  })
})
