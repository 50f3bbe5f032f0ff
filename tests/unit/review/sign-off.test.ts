import { describe, expect, it } from 'vitest'
import type { Audience, Mail } from '../../../src-shared/bridge/review'
import { hashOf, hashOfCampaign } from '../../../src-main/features/review/sign-off'
import { campaignSchema } from '../../../src-shared/interface/campaign'
import { mailWith } from '../../fixtures/mails'

const audience: Audience = {
  kind: 'condition',
  condition: { logic: 'AND', groups: [{ filters: [{ field: 'plan', operator: 'equals', value: 'pro' }] }] },
}

describe('what a sign-off is bound to', () => {
  it('is the same whatever the order of keys', () => {
    const mail = mailWith('<p>Hello</p>')
    const turned = Object.fromEntries(Object.entries(mail).reverse()) as Mail
    const other: Audience = {
      condition: {
        groups: [{ filters: [{ value: 'pro', operator: 'equals', field: 'plan' }] }],
        logic: 'AND',
      },
      kind: 'condition',
    }
    expect(hashOf(turned, other)).toBe(hashOf(mail, audience))
  })

  it.each([
    ['subject', { subject: 'Another' }],
    ['body', { body: '<p>Hello </p>' }],
    ['sender', { from: 'other@harbournotes.app' }],
    ['name of the sender', { fromName: 'Harbour' }],
    ['address for answers', { replyTo: '' }],
    ['type', { type: 'TRANSACTIONAL' as const }],
  ])('changes with the %s', (_what, change) => {
    expect(hashOf(mailWith('<p>Hello</p>', change), audience)).not.toBe(
      hashOf(mailWith('<p>Hello</p>'), audience),
    )
  })

  it('changes with the audience', () => {
    const hashes = [
      audience,
      { kind: 'all' as const },
      { kind: 'segment' as const, id: 'a' },
      { kind: 'segment' as const, id: 'b' },
    ].map((each) => hashOf(mailWith('x'), each))
    expect(new Set(hashes).size).toBe(4)
  })

  it('is that of the campaign as the service holds it', () => {
    const mail = mailWith('<p>Hello</p>')
    const campaign = campaignSchema.parse({
      id: 'c',
      name: 'November',
      status: 'DRAFT',
      audienceType: 'ALL',
      ...mail,
    })
    expect(hashOfCampaign(campaign)).toBe(hashOf(mail, { kind: 'all' }))
    expect(hashOfCampaign({ ...campaign, audienceType: 'MOON' })).toBeNull()
  })
})
