import { expect, it, onTestFinished } from 'vitest'
import type { Check } from '../../../src-shared/bridge/review'
import { profileFor, settled, startCore } from '../../fixtures/core'
import { startDeployedService } from '../../fixtures/deployed-service/start'
import { mailWith } from '../../fixtures/mails'

/** What the review says of senders to a deployed service, which compares their domains letter by letter. */

async function standingOf(from: string): Promise<Pick<Check, 'outcome' | 'title'> | undefined> {
  const service = await startDeployedService({ domains: ['harbour.example'] })
  onTestFinished(() => service.stop())
  service.add({ email: 'ann@x.example', data: { firstName: 'Ann' } })
  const core = await startCore()
  onTestFinished(() => core.close())
  await core.bridge.profiles.create(profileFor(service.url, service.secretKey))
  await settled(core.bridge)
  const mail = mailWith('<p>Hello</p>', { from })
  const input = { mail, audience: { kind: 'all' as const }, campaignId: null, scheduledFor: null }
  for await (const step of await core.bridge.review.run(input)) {
    const found = step.part === 'checks' && step.checks.find(({ key }) => key === 'senderDomain:standing')
    if (found) return { outcome: found.outcome, title: found.title }
  }
  return undefined
}

it('a sender whose domain is in other capitals is an error before anything is sent', async () => {
  expect(await standingOf('news@Harbour.example')).toEqual({
    outcome: 'error',
    title: 'Sender’s domain is written another way',
  })
})

it('capitals before the @ are no matter', async () => {
  expect(await standingOf('News@harbour.example')).toBeUndefined()
})
