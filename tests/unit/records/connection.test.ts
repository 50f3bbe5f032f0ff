import { describe, expect, it } from 'vitest'
import { recordConnectionInputSchema } from '../../../src-shared/bridge/records'

const input = { name: 'Deals', address: 'https://records.example', companyId: 'c-1', workspaceId: 'w-1' }
const faultOf = (changes: object) => {
  const { error } = recordConnectionInputSchema.safeParse({ ...input, ...changes })
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
}

describe('a connection to a record-management service', () => {
  it('is as wire.md says where a person says nothing else', () => {
    expect(recordConnectionInputSchema.parse(input)).toEqual({
      ...input,
      form: 'rpc',
      operation: 'list-records',
      resource: 'records',
      listName: null,
      everyHours: 24,
    })
  })

  it.each(['records', 'list-records', 'crm/v2/deals', '~ann/x_1.y'])(
    'takes %s for a name in a path',
    (resource) => {
      expect(faultOf({ resource, operation: resource })).toEqual([])
    },
  )

  it.each(['/records', 'records/', 'a//b', 'a b', 'a?b', '../records#x', 'ä'])(
    'takes %s for no name in a path, and says what one has',
    (resource) => {
      const words = 'Letters, digits, dots and hyphens; slashes between them.'
      expect(faultOf({ resource })).toEqual([`resource: ${words}`])
      expect(faultOf({ operation: resource })).toEqual([`operation: ${words}`])
    },
  )

  it.each(['c 1', 'ä', 'c\u00001'])('takes %j for no company, and says what one has', (companyId) => {
    expect(faultOf({ companyId })).toEqual(['companyId: Letters, digits and signs, without spaces.'])
  })
})
