import { describe, expect, it } from 'vitest'
import { allowedStates, type CampaignCall, requireState } from '../../../src-service/campaigns/states'
import { ServiceFailure } from '../../../src-service/http/failure'
import { campaignStatuses } from '../../../src-shared/interface/campaign'

const calls: CampaignCall[] = ['change', 'send', 'cancel']
const moves = calls.flatMap((call) => campaignStatuses.map((status) => ({ call, status })))

function refusalOf(call: CampaignCall, status: (typeof campaignStatuses)[number]): unknown {
  try {
    requireState(status, call)
    return null
  } catch (error) {
    return error
  }
}

describe('the states of a campaign', () => {
  it.each(moves.filter(({ call, status }) => allowedStates[call].includes(status)))(
    'let $call through where it is $status',
    ({ call, status }) => {
      expect(refusalOf(call, status)).toBe(null)
    },
  )

  it.each(moves.filter(({ call, status }) => !allowedStates[call].includes(status)))(
    'refuse $call where it is $status, saying so',
    ({ call, status }) => {
      const refusal = refusalOf(call, status)
      expect(refusal).toBeInstanceOf(ServiceFailure)
      expect(refusal).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining(status) })
    },
  )
})
