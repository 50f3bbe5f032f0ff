import { t } from '../../../src-shared/messages/message'
import { tell } from '../../../src-shared/messages/told'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConnectionReport, Profile, ProfileList } from '../../../src-shared/bridge/profiles'
import { setAside } from '../../core/database/set-aside'
import { tidyAddress } from '../../core/client/address'
import { refuseOtherOrigin, refuseUnencrypted } from '../../core/client/destination'
import type { Host } from '../../core/host'
import { problem } from '../../core/problems'
import { ProfileRegistry } from './registry'
import { cacheKeyOf } from './cache-key'
import { testConnection } from './connection-test'
import { CurrentSession } from './current'
import { refuseDestination, type NewDestination, type TypedKeys } from './destination'
import { createEmbeddedLifecycle, type EmbeddedLifecycle } from './embedded'
import { refuseWrongClass } from './key-facts'
import { KeyRing, type KeyName } from './key-ring'
import { keychainComes, needsKeychain } from './keychain-watch'
import { tokenAccounts } from './record-registry'
import { Seal } from './seal'
import { openSession, type ProfileSession } from './session'
import { createTeamStore, teamAccount } from './team-store'
import { shownProfile } from './shown'
import { openSettingsFile, type SettingsFile } from './settings-file'
import { blankProfile, type KeyMarker, type StoredProfile } from './stored'
import { ServiceAccess } from './access'

interface NewProfile {
  name: string
  colour: number
  production: boolean
  address: string
  secretKey: string
  publicKey?: string
  /** A person agreed that the key travels over plain http. */
  unencrypted?: boolean
}

/** What of a profile can be changed without its keys. */
type ProfileChanges = Partial<
  Pick<StoredProfile, 'name' | 'colour' | 'production' | 'address' | 'readOnly'>
> & { plan?: Partial<StoredProfile['plan']>; brake?: Partial<StoredProfile['brake']> }

/**
 * The profiles, their keys, and the session of the current one. Answers from settings.json alone; the session
 * opens in the background.
 */
export class Profiles {
  readonly current: CurrentSession
  readonly seal: Seal
  readonly #keys: KeyRing
  readonly #embedded: EmbeddedLifecycle
  readonly #registry: ProfileRegistry
  readonly #access: ServiceAccess
  readonly #closing = new AbortController()
  #reviving: Promise<void> | null = null

  private constructor(
    private readonly host: Host,
    /** Profiles and settings as they are stored. */
    readonly file: SettingsFile,
  ) {
    this.#registry = new ProfileRegistry(file)
    this.#keys = new KeyRing(host.keychain, host.log)
    this.#embedded = createEmbeddedLifecycle(host)
    this.#access = new ServiceAccess(host, this.#registry, this.#keys, this.#embedded)
    this.current = new CurrentSession((id) => this.#open(id), host.log)
    this.current.watch(() => this.#registry.announce())
    this.seal = new Seal({
      host,
      file,
      registry: this.#registry,
      keysCame: () => this.retryKeychain(),
      forgetAll: () => this.current.switchTo(null),
    })
  }

  /** Reads settings.json, and begins to open the current profile. */
  static async open(host: Host): Promise<Profiles> {
    const profiles = new Profiles(host, await openSettingsFile(host.dataFolder, host.clock, host.log))
    const opened = profiles.current.switchTo(profiles.file.value.currentId)
    const looked = profiles.#access.lookAtKeys()
    void profiles.seal.measure()
    void Promise.allSettled([opened, looked]).then(() => profiles.#awaitKeychain())
    return profiles
  }

  list(): ProfileList {
    return {
      profiles: this.#registry.all.map((profile) => shownProfile(profile, this.#keys)),
      currentId: this.#registry.currentId,
      keychain: this.host.keychain.state,
      seal: this.seal.state,
      cacheProblem: this.current.failure,
      ...(this.file.movedAside === null ? {} : { settingsMovedTo: this.file.movedAside }),
    }
  }

  async test(input: {
    address: string
    secretKey?: string
    publicKey?: string
    profileId?: string
    unencrypted?: boolean
  }): Promise<ConnectionReport> {
    const { address } = tidyAddress(input.address)
    const secretKey = input.secretKey ?? (await this.#storedKeyFor(input.profileId, address))
    refuseUnencrypted(address, input.unencrypted === true)
    return testConnection({ ...input, secretKey }, this.host)
  }

  async create(input: NewProfile): Promise<Profile> {
    refuseWrongClass(input)
    const { address } = tidyAddress(input.address)
    refuseUnencrypted(address, input.unencrypted === true)
    const id = randomUUID()
    const secretKey = await this.#store(id, 'secret', input.secretKey)
    const publicKey = input.publicKey === undefined ? null : await this.#store(id, 'public', input.publicKey)
    const profile: StoredProfile = {
      ...blankProfile(id, this.host.clock.now()),
      name: input.name,
      colour: input.colour,
      production: input.production,
      address,
      secretKey,
      publicKey,
    }
    await this.#registry.add(profile, { current: true })
    await this.current.switchTo(id)
    return shownProfile(profile, this.#keys)
  }

  /** Changes a profile; `keys` are stored with an address of another origin, which needs each that is stored. */
  async update(id: string, changes: ProfileChanges, way: NewDestination = {}): Promise<Profile> {
    const before = this.#registry.get(id)
    const address = changes.address === undefined ? before.address : tidyAddress(changes.address).address
    if (address !== before.address) refuseDestination(before, address, way)
    const keys = await this.#storeKeys(id, way.keys ?? {})
    const { plan, brake, ...rest } = changes
    const profile = await this.#registry.revise(id, (now) => ({
      ...rest,
      ...keys,
      address,
      plan: { ...now.plan, ...plan },
      brake: { ...now.brake, ...brake },
    }))
    const session = await this.#sessionOnceOpen(id)
    if (session && (address !== before.address || Object.keys(keys).length > 0))
      await this.#access.connect(session, profile)
    if (session && changes.plan) {
      session.sync.setPlan(profile.plan)
      session.records.setBackgroundShare(profile.plan.backgroundShare)
    }
    // What waited while the profile was read-only may leave now.
    if (session && before.readOnly && !profile.readOnly) await session.outbox.flush()
    return shownProfile(profile, this.#keys)
  }

  async replaceKeys(id: string, keys: TypedKeys): Promise<Profile> {
    this.#registry.get(id)
    const profile = await this.#registry.change(id, await this.#storeKeys(id, keys))
    const session = await this.#sessionOnceOpen(id)
    if (session) await this.#access.connect(session, profile)
    return shownProfile(profile, this.#keys)
  }

  async select(id: string): Promise<Profile> {
    const profile = this.#registry.get(id)
    await this.#makeCurrent(id)
    return shownProfile(profile, this.#keys)
  }

  async #storeKeys(id: string, keys: TypedKeys): Promise<Partial<StoredProfile>> {
    refuseWrongClass(keys)
    const markers: Partial<StoredProfile> = {}
    if (keys.secretKey !== undefined) markers.secretKey = await this.#store(id, 'secret', keys.secretKey)
    if (keys.publicKey !== undefined) markers.publicKey = await this.#store(id, 'public', keys.publicKey)
    return markers
  }

  /** The stored key of a profile, for the address that it was entered for and no other. */
  async #storedKeyFor(profileId: string | undefined, address: string): Promise<string> {
    if (profileId !== undefined) refuseOtherOrigin(this.#registry.get(profileId).address, address)
    return this.#access.secretKeyOf(profileId)
  }

  /** A keychain that failed is none from then on: the page is told before the failure. */
  async #store(id: string, name: KeyName, key: string): Promise<KeyMarker> {
    try {
      return await this.#keys.store(id, name, key)
    } catch (error) {
      this.#registry.announce()
      throw error
    }
  }

  /** Deletes a profile, its keys, and its copy with everything that was set aside. */
  async remove(id: string, name: string): Promise<void> {
    const profile = this.#registry.get(id)
    if (name.trim() !== profile.name) {
      throw problem('input_invalid', {
        why: tell('profiles.profiles.theNameTypedIs'),
        fields: [{ field: 'name', message: t('profiles.profiles.itDiffersFromThe') }],
      })
    }
    if (this.#registry.currentId === id) {
      const next = this.#registry.all.find((other) => other.id !== id)?.id ?? null
      await this.current.switchTo(next)
      await this.#registry.setCurrent(next)
    }
    const furtherAccounts = [
      ...profile.formerCacheAccounts,
      ...tokenAccounts(profile),
      teamAccount(id),
      ...(profile.cacheKey ? [profile.cacheKey.account] : []),
    ]
    await this.#keys.forget(id, furtherAccounts)
    await rm(this.#folderOf(id), { recursive: true, force: true })
    await this.#registry.remove(id)
  }

  /** Asks the keychain again after it was unlocked: keys that were locked are used, a plain copy gets encrypted. */
  async retryKeychain(): Promise<ProfileList> {
    await this.host.keychain.retry()
    await this.#access.lookAtKeys()
    const { opened, failure } = this.current
    const lockedOut = failure?.code === 'keychain_locked' || failure?.code === 'keychain_unavailable'
    const canEncrypt = opened !== null && !opened.encrypted && this.host.keychain.state.kind === 'keychain'
    if (lockedOut || canEncrypt) await this.current.reopen()
    else if (opened?.connection.blocked)
      await this.#access.connect(opened, this.#registry.get(opened.profileId))
    opened?.records.keysCame()
    this.#registry.announce()
    return this.list()
  }

  /** Starts the embedded service and makes it the current profile. */
  async tryEmbedded(): Promise<Profile> {
    await this.#embedded.ensure()
    const known = this.#registry.all.find(({ embedded }) => embedded)
    if (known) {
      const profile = await this.#access.adoptEmbedded(known.id)
      const session = this.#sessionOf(known.id)
      if (session?.connection.state.online === false) await this.#access.connect(session, profile)
      await this.#makeCurrent(known.id)
      return shownProfile(profile, this.#keys)
    }
    const id = randomUUID()
    const profile = {
      ...blankProfile(id, this.host.clock.now()),
      name: t('profiles.profiles.embeddedService'),
      colour: 4,
      embedded: true,
    }
    // It is chosen once it has its keys: the one that is current stays so until then.
    await this.#registry.add(profile, { current: false })
    const adopted = await this.#access.adoptEmbedded(id, true)
    await this.#makeCurrent(id)
    return shownProfile(adopted, this.#keys)
  }

  /** Before a person asks whether the service answers: the embedded one is started again where it ended. */
  async wakeEmbedded(): Promise<void> {
    const session = this.current.opened
    if (!session || this.#embedded.running) return
    if (this.#registry.get(session.profileId).embedded) await this.#wake(session)
  }

  /** Moves the current profile's copy aside, keeping it, and starts a new one. */
  async setCopyAside(): Promise<void> {
    const id = this.#registry.currentId
    if (id === null) throw problem('profile_missing')
    await this.current.reopen(async () => {
      const { cacheKey, formerCacheAccounts } = this.#registry.get(id)
      setAside(this.#folderOf(id), this.host.clock.now())
      if (!cacheKey) return
      // The copy that was set aside keeps its key; the new one gets a key of its own.
      await this.#registry.change(id, {
        cacheKey: null,
        formerCacheAccounts: [...formerCacheAccounts, cacheKey.account],
      })
    })
    const { failure } = this.current
    if (failure) throw problem(failure.code, failure)
  }

  /** Opens the current profile again after its cache worker ended. Calls that failed are for the caller to repeat. */
  reviveCopy(): void {
    if (this.#reviving) return
    this.#reviving = this.current.reopen().finally(() => (this.#reviving = null))
  }

  /** Where the current profile's files lie; the data folder where there is no profile. */
  get currentFolder(): string {
    const { currentId } = this.#registry
    return currentId === null ? this.host.dataFolder : this.#folderOf(currentId)
  }

  /** Called when the list changed. Returns the way to stop. */
  watch(listener: () => void): () => void {
    return this.#registry.watch(listener)
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The profiles are closed'))
    await this.current.close()
    await this.#embedded.close()
  }

  /**
   * A keychain that gave no answer when all began is waited for, and what it holds is read once more, so that the copy
   * opens, and jobs go on, without anybody asking. One that answers but is locked waits for a person.
   */
  async #awaitKeychain(): Promise<void> {
    const { keychain, clock, log } = this.host
    if (keychain.state.kind === 'keychain' || !this.#registry.all.some(needsKeychain)) return
    try {
      if (await keychainComes(keychain, clock, this.#closing.signal)) await this.retryKeychain()
    } catch (error) {
      log.error('keychain_not_read', { detail: String(error) })
    }
  }

  async #open(id: string): Promise<ProfileSession> {
    const profile = this.#registry.get(id)
    const cacheKey = await cacheKeyOf(profile, this.host.keychain)
    // Settings know of a key before the copy is encrypted with it: the other way round a crash would lose the copy.
    if (cacheKey.marker !== profile.cacheKey) await this.#registry.change(id, { cacheKey: cacheKey.marker })
    const waits = profile.embedded && !this.#embedded.running
    const session = await openSession({
      host: this.host,
      folder: this.#folderOf(id),
      key: cacheKey.key,
      profile,
      records: this.#access.recordsOf(id),
      client: await this.#access.clientOf(profile),
      readOnly: () => this.#registry.get(id).readOnly,
      team: createTeamStore(id, {
        registry: this.#registry,
        keychain: this.host.keychain,
        log: this.host.log,
      }),
      brake: () => this.#registry.get(id).brake,
      notices: () => this.file.value.settings.notices,
      holdSeconds: () => this.file.value.settings.holdSeconds,
    })
    if (waits) void this.#wake(session)
    return session
  }

  #wake(session: ProfileSession): Promise<void> {
    // The profile may be left meanwhile, or its session may still be about to be the open one.
    return this.#access.wake(session, async () => {
      const open = await this.current.session().catch(() => null)
      return open === session
    })
  }

  async #makeCurrent(id: string): Promise<void> {
    await this.#registry.setCurrent(id)
    await this.current.switchTo(id)
  }

  #sessionOf(id: string): ProfileSession | null {
    const { opened } = this.current
    return opened?.profileId === id ? opened : null
  }

  /** The session of a profile, also where its copy is still being opened: it began with what was stored before. */
  async #sessionOnceOpen(id: string): Promise<ProfileSession | null> {
    if (this.#registry.currentId !== id) return null
    await this.current.settled()
    return this.#sessionOf(id)
  }

  #folderOf(id: string): string {
    return join(this.host.dataFolder, 'profiles', id)
  }
}
