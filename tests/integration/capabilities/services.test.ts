import { afterEach, describe, expect, it } from 'vitest'
import { profileFor, settled, startCore, type TestCore } from '../../fixtures/core'
import { startDeployedService, type DeployedService } from '../../fixtures/deployed-service/start'
import type { Options } from '../../fixtures/deployed-service/options'
import { abilityOf, knownOf, shortly } from '../../fixtures/on-service'
import { startKeptService } from '../../fixtures/kept-service'

/** What is found out of a service as it is specified, and of a deployed one, without a word of a person. */

const toClose: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close()
})

async function connected(service: { url: string; secretKey: string }): Promise<TestCore> {
  const core = await startCore({ asksUnbidden: true })
  toClose.push(() => core.close())
  await core.bridge.profiles.create(profileFor(service.url, service.secretKey))
  return core
}

async function deployed(options: Options = {}): Promise<DeployedService> {
  const service = await startDeployedService(options)
  toClose.push(() => service.stop())
  service.seed(30)
  return service
}

const written = ({ requests }: DeployedService) => requests.filter(({ method }) => method !== 'GET')

describe('of the embedded service', () => {
  it('finds out what it can, and that it is as specified', async () => {
    const service = await startKeptService({ contacts: 40 })
    toClose.push(() => service.stop())
    const core = await connected(service)
    const known = await knownOf(core.bridge)
    expect(shortly(known)).toEqual({
      contacts: 'can byCursor',
      events: 'can byCursor',
      templates: 'can byPage',
      workflows: 'can byCursor',
      segments: 'can byCursor',
      campaigns: 'can byCursor',
      domains: 'can byCursor',
      recipients: 'cannot absent',
      activity: 'cannot absent',
      bulk: 'cannot absent',
      lookup: 'cannot absent',
      campaignChanges: 'notAsked',
      steps: 'can together',
      snooze: 'cannot absent',
      verify: 'can there',
      images: 'cannot absent',
      trackKey: 'can eitherKey',
      templateLanguage: 'can placeholders',
      sameSendTwice: 'notAsked',
      attachments: 'notAsked',
      textCase: 'can anyCase',
      missingValues: 'can otherThanAny',
      headless: 'notAsked',
      requests: 'notAsked',
    })
    expect(known).toMatchObject({ requests: 16, failed: 0, changed: 0, askedBefore: null })
    expect(abilityOf(known, 'contacts')).toMatchObject({
      amount: 40,
      evidence: 'GET /contacts: 200',
    })
    expect(abilityOf(known, 'bulk').evidence).toBe('GET /contacts/bulk/none: 404')
  })

  it.each(['envelope', 'deployed'] as const)('finds the lists of the dialect %s', async (dialect) => {
    const service = await startKeptService({ contacts: 5, dialect })
    toClose.push(() => service.stop())
    const core = await connected(service)
    const known = await knownOf(core.bridge)
    const lists = { envelope: 'can byCursor', deployed: 'can whole' }
    expect(shortly(known)).toMatchObject({ contacts: 'can byCursor', segments: lists[dialect] })
    expect(abilityOf(known, 'contacts').amount).toBe(5)
  })
})

describe('of a deployed service', () => {
  it('finds out what it can beside and otherwise than specified', async () => {
    const service = await deployed()
    const core = await connected(service)
    const known = await knownOf(core.bridge)
    expect(shortly(known)).toMatchObject({
      contacts: 'can byCursor',
      events: 'can newest',
      templates: 'can byPage',
      segments: 'can whole',
      domains: 'differs byProject',
      recipients: 'can there',
      bulk: 'can there',
      lookup: 'can there',
      steps: 'differs oneAtATime',
      trackKey: 'differs publicKey',
      textCase: 'differs exactCase',
      missingValues: 'differs neverMatch',
      // It has no campaign that would tell.
      templateLanguage: 'notAsked',
    })
    expect(abilityOf(known, 'domains')).toMatchObject({
      amount: 1,
      evidence: `GET /domains/project/${service.projectId.slice(0, 4)}…: 200`,
    })
  })

  it('writes nothing by asking', async () => {
    const service = await deployed()
    const core = await connected(service)
    await knownOf(core.bridge)
    await settled(core.bridge)
    expect(written(service).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /contacts/lookup',
      expect.stringMatching(/^POST \/workflows\/0{8}-.*\/steps$/),
      'POST /v1/verify',
      'POST /v1/track',
    ])
    expect(written(service).map(({ status }) => status)).toEqual([400, 404, 422, 401])
    expect(service.state.contacts.all()).toHaveLength(30)
    expect(service.state.events.all()).toEqual([])
    expect(service.state.steps.size).toBe(0)
  })

  it('of spring finds neither the domains nor recipients', async () => {
    const service = await deployed({ generation: 'spring' })
    const core = await connected(service)
    const known = await knownOf(core.bridge)
    expect(shortly(known)).toMatchObject({ domains: 'cannot noKey', recipients: 'cannot absent' })
  })

  it('is asked a question that came to nothing as if it had not been asked', async () => {
    const service = await deployed()
    service.faults = ({ path }) =>
      path === '/contacts/lookup' ? { do: 'answer', status: 503, body: { error: 'away' } } : null
    const core = await connected(service)
    const known = await knownOf(core.bridge)
    expect(abilityOf(known, 'lookup')).toMatchObject({ state: 'notAsked', evidence: '' })
    expect(known.failed).toBe(1)
    service.faults = () => null
    await core.bridge.capabilities.ask()
    expect(abilityOf(await knownOf(core.bridge), 'lookup').state).toBe('can')
  })
})
