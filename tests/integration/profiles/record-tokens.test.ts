import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startAudience } from '../../fixtures/audience-server'
import { profileFor, startCore, type TestCore } from '../../fixtures/core'
import { memoryKeychain, type MemoryKeychain } from '../../fixtures/memory-keychain'

/** Where nobody answers: what is asked of a token is where it is, not what it opens. */
const connection = {
  name: 'Customers',
  address: 'http://127.0.0.1:9',
  token: 'pat_0123456789',
  companyId: 'com_1',
  workspaceId: 'wsp_1',
  everyHours: null,
}

/** A core whose profile has a connection, and a second one. */
async function begin(keychain: MemoryKeychain) {
  const server = await startAudience([])
  const dataFolder = await mkdtemp(join(tmpdir(), 'postroom-tokens-'))
  onTestFinished(async () => {
    await server.close()
    await rm(dataFolder, { recursive: true, force: true })
  })
  const core = await startCore({ keychain, dataFolder })
  const { id } = await core.bridge.profiles.create(profileFor(server.url))
  await core.bridge.records.add(connection)
  return { core, dataFolder, id, another: () => core.bridge.profiles.create(profileFor(server.url)) }
}

const stateOf = async ({ bridge }: TestCore) =>
  (await bridge.records.connections()).connections.map(({ token }) => token.state)

it('says of a token that is in memory where it is, also once its profile is opened again', async () => {
  const { core, id, another } = await begin(memoryKeychain({ absent: true }))
  onTestFinished(() => core.quit())
  expect(await stateOf(core)).toEqual(['session'])
  await another()
  await core.bridge.profiles.select({ id })
  expect(await stateOf(core)).toEqual(['session'])
})

it('says where a token is by now, once the keychain answers', async () => {
  const keychain = memoryKeychain({ absent: true })
  const { core } = await begin(keychain)
  onTestFinished(() => core.quit())
  keychain.absent = false
  await core.bridge.profiles.retryKeychain()
  expect(await stateOf(core)).toEqual(['keychain'])
})

it('says no more that a token is locked, once it is not', async () => {
  const keychain = memoryKeychain()
  const first = await begin(keychain)
  await first.core.quit()
  keychain.absent = true
  await keychain.retry()
  const core = await startCore({ keychain, dataFolder: first.dataFolder })
  onTestFinished(() => core.quit())
  keychain.absent = false
  await core.bridge.profiles.retryKeychain()
  expect(await stateOf(core)).toEqual(['keychain'])
})
