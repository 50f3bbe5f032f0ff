import { tell } from '../../../src-shared/messages/told'
import { join } from 'node:path'
import type { Problem } from '../../../src-shared/problem'
import { limits } from '../../../src-shared/interface/limits'
import { tidyAddress } from '../../core/client/address'
import type { ServiceClient } from '../../core/client/client'
import { createServiceClient } from '../../core/client/service'
import type { Host, EmbeddedRecords } from '../../core/host'
import { isProblem, problem } from '../../core/problems'
import type { ConnectionRegistry } from '../records'
import type { ProfileRegistry } from './registry'
import type { EmbeddedLifecycle } from './embedded'
import { fingerprintOf } from './key-facts'
import type { KeyRing } from './key-ring'
import { createRecordRegistry, type FoundTokens } from './record-registry'
import type { ProfileSession } from './session'
import { spentBefore } from './spent-budget'
import type { StoredProfile } from './stored'
import { t } from '../../../src-shared/messages/message'
import { recordConnectionInputSchema } from '../../../src-shared/bridge/records'

/** The ways to the profiles' services: address and keys become a client, and the embedded service is woken. */
export class ServiceAccess {
  readonly #tokens: FoundTokens = new Map()

  constructor(
    private readonly host: Host,
    private readonly registry: ProfileRegistry,
    private readonly keys: KeyRing,
    private readonly embedded: EmbeddedLifecycle,
  ) {}

  /** The client of a profile, or why there is none: its key is locked or missing, its service is still starting. */
  async clientOf(profile: StoredProfile): Promise<ServiceClient | Problem> {
    if (profile.embedded && !this.embedded.running) return starting()
    const secret = await this.keys.read(profile, 'secret')
    if (secret.key === null)
      return problem(secret.state === 'locked' ? 'keychain_locked' : 'key_missing').problem
    const { key: publicKey } = await this.keys.read(profile, 'public')
    const { clock, log, version, dataFolder } = this.host
    // The embedded service has nobody else to answer: it is asked as fast as it answers.
    const rate = profile.embedded
      ? { ceiling: limits.ownRequestsPerMinute }
      : { before: await spentBefore(join(dataFolder, 'profiles', profile.id), clock) }
    return createServiceClient({
      address: profile.address,
      secretKey: secret.key,
      publicKey,
      clock,
      log,
      version,
      backgroundShare: profile.plan.backgroundShare,
      ...rate,
    })
  }

  /** Gives a session the client of its profile as it is stored now, and asks whether the service answers. */
  async connect({ connection, records }: ProfileSession, profile: StoredProfile): Promise<void> {
    if (profile.embedded) await records.renew(embeddedConnection)
    const client = await this.clientOf(profile)
    if ('code' in client) {
      await connection.fail(client)
      return
    }
    await connection.use(client)
    void connection.probe()
  }

  /**
   * Starts the embedded service behind a session that is open already; it stays usable meanwhile. `isOpen` tells
   * whether the session is still the one to connect.
   */
  async wake(session: ProfileSession, isOpen: () => Promise<boolean>): Promise<void> {
    try {
      await this.embedded.ensure()
      const profile = await this.adoptEmbedded(session.profileId)
      if (await isOpen()) await this.connect(session, profile)
    } catch (error) {
      this.host.log.error('embedded_service_failed', { detail: String(error) })
      if (isProblem(error, 'embedded_service_failed')) await session.connection.fail(error.problem)
    }
  }

  /**
   * Writes down where the embedded service is now: the port changes with every start, the keys with a new data folder.
   * `isNew`: its profile was just made, and gets a connection to its records.
   */
  async adoptEmbedded(id: string, isNew = false): Promise<StoredProfile> {
    const { url, secretKey, publicKey, records } = await this.embedded.ensure()
    const profile = this.registry.get(id)
    const changes: Partial<StoredProfile> = { address: tidyAddress(url).address }
    const found = await this.keys.read(profile, 'secret')
    if (found.key === null || profile.secretKey?.fingerprint !== fingerprintOf(secretKey)) {
      changes.secretKey = await this.keys.store(id, 'secret', secretKey)
      changes.publicKey = await this.keys.store(id, 'public', publicKey)
    }
    const adopted = await this.registry.change(id, changes)
    if (!records) return adopted
    await adoptRecords(this.recordsOf(id), records, { isNew, now: this.host.clock.now() })
    return this.registry.get(id)
  }

  /** The connections of a profile to record-management services, as they are stored. */
  recordsOf(id: string): ConnectionRegistry {
    const { keychain, log } = this.host
    return createRecordRegistry({
      profileId: id,
      registry: this.registry,
      keychain,
      found: this.#tokens,
      log,
    })
  }

  /** The stored secret key of a profile. Rejects with `key_missing` or `keychain_locked`. */
  async secretKeyOf(profileId: string | undefined): Promise<string> {
    if (profileId === undefined) throw problem('key_missing')
    const { key, state } = await this.keys.read(this.registry.get(profileId), 'secret')
    if (key === null) throw problem(state === 'locked' ? 'keychain_locked' : 'key_missing')
    return key
  }

  /** Looks what the keychain gives of every profile: the list then says which keys and tokens are locked or missing. */
  async lookAtKeys(): Promise<void> {
    for (const profile of this.registry.all) {
      const secret = await this.keys.read(profile, 'secret')
      const open = await this.keys.read(profile, 'public')
      // A key of this session that moved into a keychain is from now on expected there.
      const moved: Partial<StoredProfile> = {}
      if (profile.secretKey?.kept === 'session' && secret.state === 'keychain') {
        moved.secretKey = { ...profile.secretKey, kept: 'keychain' }
      }
      if (profile.publicKey?.kept === 'session' && open.state === 'keychain') {
        moved.publicKey = { ...profile.publicKey, kept: 'keychain' }
      }
      if (Object.keys(moved).length > 0) await this.registry.change(profile.id, moved)
      const records = this.recordsOf(profile.id)
      for (const { id } of records.all()) {
        // Whether one is still where it was is known once it is asked for; that it is not is told there.
        if (records.tokenInfo(id).state !== 'keychain') await records.tokenOf(id).catch(() => undefined)
      }
    }
    this.registry.announce()
  }
}

function starting(): Problem {
  return problem('offline', {
    title: tell('profiles.access.theServiceIsStarting'),
    why: tell('profiles.access.theEmbeddedServiceIs'),
  }).problem
}

/** The id of the connection to the embedded service's own records. */
const embeddedConnection = 'embedded'

/**
 * Writes down where the embedded service's records are now: the port changes with every start, the token with a new data
 * folder. The connection is made with its profile; where a person removed it, it stays removed.
 */
async function adoptRecords(
  registry: ConnectionRegistry,
  records: EmbeddedRecords,
  { isNew, now }: { isNew: boolean; now: number },
): Promise<void> {
  const known = registry.all().find(({ id }) => id === embeddedConnection)
  if (!known && !isNew) return
  const { token, companyId, workspaceId } = records
  const { address } = tidyAddress(records.url)
  const knownToken = known ? await tokenOf(registry) : null
  const isSame = known?.address === address && known.companyId === companyId && knownToken === token
  if (isSame) return
  const workspace = { address, companyId, workspaceId }
  const named = recordConnectionInputSchema.parse({
    name: t('profiles.embeddedRecords.sampleRecords'),
    ...workspace,
  })
  const connection = {
    ...named,
    ...known,
    ...workspace,
    id: embeddedConnection,
    createdAt: known?.createdAt ?? now,
  }
  await registry.put(connection, knownToken === token ? undefined : token)
}

/** The token as it is kept; null where it is missing or locked, and is written anew. */
async function tokenOf(registry: ConnectionRegistry): Promise<string | null> {
  try {
    return await registry.tokenOf(embeddedConnection)
  } catch (error) {
    if (isProblem(error, 'key_missing', 'keychain_locked')) return null
    throw error
  }
}
