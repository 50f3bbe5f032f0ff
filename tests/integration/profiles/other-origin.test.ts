import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startAudience, type AudienceServer } from '../../fixtures/audience-server'
import { profileFor, settled, startCore, type TestCore } from '../../fixtures/core'
import { people } from '../../fixtures/people'
import { problemOf } from '../../fixtures/problem-of'

const key = 'sk_test_stored_0123456789'
const openKey = 'pk_test_stored_0123456789'
const plainHttp = 'http://mail.example.test:3000'

let own: AudienceServer
let other: AudienceServer
let core: TestCore
let id: string
beforeEach(async () => {
  own = await startAudience(people(3))
  other = await startAudience(people(3))
  core = await startCore()
  const profile = await core.bridge.profiles.create({ ...profileFor(own.url, key), publicKey: openKey })
  id = profile.id
  await settled(core.bridge)
})
afterEach(async () => {
  await core.close()
  await own.close()
  await other.close()
})

const profiles = () => core.bridge.profiles
const shown = async () => (await profiles().list()).profiles.find((profile) => profile.id === id)

describe('a stored key (C41)', () => {
  it('is not tried at another origin, to which nothing is sent', async () => {
    const found = await problemOf(profiles().test({ profileId: id, address: other.url }))
    expect(found).toMatchObject({ code: 'key_other_origin', title: 'Another service needs its key typed' })
    expect(found.why).toContain(new URL(other.url).origin)
    expect(other.server.requests).toEqual([])
  })

  it.each([
    ['the same host at another port', () => other.url],
    ['another name of this machine', () => own.url.replace('127.0.0.1', 'localhost')],
    ['another scheme', () => own.url.replace('http:', 'https:')],
    ['a host that begins like it', () => `${own.url.replace(/:\d+$/, '')}.example.test`],
  ])('does not go to %s when the address is changed', async (_, address) => {
    const change = profiles().update({ id, changes: { address: address() } })
    expect((await problemOf(change)).code).toBe('key_other_origin')
    expect((await shown())?.address).toBe(own.url)
    expect(other.server.requests).toEqual([])
  })

  it('stays where only some of the stored keys are typed', async () => {
    const change = { id, changes: { address: other.url }, keys: { secretKey: 'sk_test_other_0123456789' } }
    expect((await problemOf(profiles().update(change))).code).toBe('key_other_origin')
    expect((await shown())?.secretKey.lastFour).toBe(key.slice(-4))
  })

  it('is replaced by those that are typed, and none of the old is sent', async () => {
    const keys = { secretKey: 'sk_test_other_0000000001', publicKey: 'pk_test_other_0000000001' }
    await profiles().update({ id, changes: { address: other.url }, keys })
    await core.bridge.sync.start({ mode: 'full', resource: 'contacts' })
    await settled(core.bridge)
    const sent = new Set(other.server.requests.map(({ headers }) => headers.authorization))
    expect([...sent]).toEqual([`Bearer ${keys.secretKey}`])
  })

  it('goes to another path of its own origin', async () => {
    await profiles().update({ id, changes: { address: `${own.url}/api` } })
    expect((await shown())?.address).toBe(`${own.url}/api`)
  })
})

describe('plain http to another machine (C41)', () => {
  it.each([
    ['a test', () => profiles().test({ address: plainHttp, secretKey: key })],
    ['a new profile', () => profiles().create(profileFor(plainHttp, key))],
    [
      'a changed address',
      () =>
        profiles().update({
          id,
          changes: { address: plainHttp },
          keys: { secretKey: key, publicKey: openKey },
        }),
    ],
  ])('is refused for %s before anything is sent', async (_, call) => {
    const found = await problemOf(call())
    expect(found.code).toBe('address_unencrypted')
    expect(found.why).toContain('mail.example.test:3000')
    expect((await profiles().list()).profiles).toHaveLength(1)
  })

  it('is used once a person has agreed', async () => {
    const profile = await profiles().create({ ...profileFor(plainHttp, key), unencrypted: true })
    expect(profile.address).toBe(plainHttp)
    // The name leads nowhere: it was asked for.
    const tried = profiles().test({ address: plainHttp, secretKey: key, unencrypted: true })
    expect((await problemOf(tried)).code).toBe('dns_failed')
  })
})
