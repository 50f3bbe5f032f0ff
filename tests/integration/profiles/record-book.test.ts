import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ProfileRegistry } from '../../../src-main/features/profiles/registry'
import { createRecordRegistry, tokenAccount } from '../../../src-main/features/profiles/record-registry'
import { openSettingsFile } from '../../../src-main/features/profiles/settings-file'
import { storedProfileSchema } from '../../../src-main/features/profiles/stored'
import type { ConnectionRegistry } from '../../../src-main/features/records/registry'
import { createFakeClock } from '../../fixtures/fake-clock'
import { memoryKeychain, type MemoryKeychain } from '../../fixtures/memory-keychain'
import { storedConnection } from '../../fixtures/stored-connection'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const profileId = 'harbour'
let found: Map<string, 'keychain' | 'session' | 'missing' | 'locked'>
let folder: string
let keychain: MemoryKeychain

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postroom-records-'))
  keychain = memoryKeychain()
  found = new Map()
  const { registry } = await open()
  await registry.add(
    storedProfileSchema.parse({
      id: profileId,
      name: 'Harbour Notes',
      colour: 1,
      production: false,
      readOnly: false,
      address: 'https://api.example.com',
      embedded: false,
      secretKey: null,
      publicKey: null,
      cacheKey: null,
      plan: { quickEveryMinutes: null, fullDailyAt: null, backgroundShare: 0.5 },
      createdAt: 0,
    }),
    { current: true },
  )
})
afterEach(async () => {
  await rm(folder, { recursive: true })
})

/** The profiles and the connections as they are on the disk now. */
async function open(): Promise<{ registry: ProfileRegistry; connections: ConnectionRegistry }> {
  const registry = new ProfileRegistry(await openSettingsFile(folder, createFakeClock(), log))
  return { registry, connections: createRecordRegistry({ profileId, registry, keychain, found, log }) }
}

const connection = (id: string) => storedConnection({ id, name: id })
const onDisk = async () => (await open()).connections.all().map(({ id, name }) => [id, name])

it('keeps connections that are made at once', async () => {
  const { connections } = await open()
  await Promise.all(['wharf', 'yard', 'quay'].map((id) => connections.put(connection(id), `pat_${id}`)))
  expect((await onDisk()).map(([id]) => id).sort()).toEqual(['quay', 'wharf', 'yard'])
})

it('removes one while another is changed', async () => {
  const { connections } = await open()
  for (const id of ['wharf', 'yard']) await connections.put(connection(id), `pat_${id}`)
  await Promise.all([
    connections.put({ ...connection('wharf'), name: 'Wharf office' }, undefined),
    connections.remove('yard'),
  ])
  expect(await onDisk()).toEqual([['wharf', 'Wharf office']])
  expect([...keychain.entries.keys()]).toEqual([tokenAccount(profileId, 'wharf')])
})

it('keeps the token of a connection that is changed without one', async () => {
  const { connections } = await open()
  await connections.put(connection('wharf'), 'pat_0123456789')
  await connections.put({ ...connection('wharf'), name: 'Wharf office' }, undefined)
  const again = (await open()).connections
  expect(again.tokenInfo('wharf')).toEqual({ lastFour: '6789', state: 'keychain' })
  expect(await again.tokenOf('wharf')).toBe('pat_0123456789')
})
