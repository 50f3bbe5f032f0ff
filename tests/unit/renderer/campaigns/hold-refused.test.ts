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

describe('a sending that is held', () => {
  it('does not leave where Postroom itself is gone, and says so', () => {
    expect(holdWords(hold(), then, true)).toEqual({
      title: 'Not leaving: “Tide tables, November” to 40,112 people',
      text: 'Postroom stopped while this was held, so nothing of it leaves. When Postroom runs again, it says so here.',
    })
    expect(holdWords(hold({ state: 'leaving' }), then, true).title).toContain('Leaving:')
  })
})

describe('a sending that left', () => {
  it('says where the service writes to others than were confirmed', () => {
    expect(holdWords(hold({ state: 'sent', people: 200, recipients: 205 }), then).text).toBe(
      'The service writes to 205 people; 200 were confirmed.',
    )
    expect(holdWords(hold({ state: 'sent', people: 200, recipients: 200 }), then).text).toContain(
      '14 a second',
    )
  })
})
