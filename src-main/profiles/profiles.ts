import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConnectionReport, Profile, ProfileList, SyncPlan } from '../../src-shared/bridge/profiles'
import type { Problem } from '../../src-shared/problem'
import { setAside } from '../cache/set-aside'
import { tidyAddress } from '../client/address'
import type { ServiceClient } from '../client/client'
import { createServiceClient } from '../client/service'
import type { Host } from '../host'
import { isProblem, problem } from '../problems'
import { cacheKeyOf } from './cache-key'
import { defaultShare, testConnection } from './connection-test'
import { CurrentSession } from './current'
import { createEmbeddedKeeper, type EmbeddedKeeper } from './embedded'
import { refuseWrongClass, fingerprintOf } from './key-facts'
import { KeyRing } from './key-ring'
import { openSession, type ProfileSession } from './session'
import { openSettingsFile, type SettingsFile } from './settings-file'
import type { StoredProfile } from './stored'

/** What a person gives for a new profile. */
export interface NewProfile {
  name: string
  colour: number
  production: boolean
  address: string
  secretKey: string
  publicKey?: string
}

/** What of a profile can be changed without its keys. */
export type ProfileChanges = Partial<
  Pick<StoredProfile, 'name' | 'colour' | 'production' | 'address' | 'readOnly' | 'plan'>
>

const firstPlan: SyncPlan = { quickEveryMinutes: 15, fullDailyAt: '03:00', backgroundShare: defaultShare }

/**
 * The profiles, their keys, and the session of the current one. Answers from settings.json alone; the session
 * opens in the background.
 */
export class Profiles {
  readonly current: CurrentSession
  readonly #keys: KeyRing
  readonly #embedded: EmbeddedKeeper
  readonly #listeners = new Set<() => void>()
  #reviving: Promise<void> | null = null

  private constructor(
    private readonly host: Host,
    /** Profiles and settings as they are stored. */
    readonly file: SettingsFile,
  ) {
    this.#keys = new KeyRing(host.keychain, host.log)
    this.#embedded = createEmbeddedKeeper(host)
    this.current = new CurrentSession((id) => this.#open(id), host.log)
    this.current.watch(() => this.#announce())
  }

  /** Reads settings.json, and begins to open the current profile. */
  static async open(host: Host): Promise<Profiles> {
    const profiles = new Profiles(host, await openSettingsFile(host.dataFolder, host.clock, host.log))
    void profiles.current.switchTo(profiles.file.value.currentId)
    void profiles.#lookAtKeys()
    return profiles
  }

  list(): ProfileList {
    const { profiles, currentId } = this.file.value
    return {
      profiles: profiles.map((profile) => this.#shown(profile)),
      currentId,
      keychain: this.host.keychain.state,
      cacheProblem: this.current.failure,
      ...(this.file.movedAside === null ? {} : { settingsMovedTo: this.file.movedAside }),
    }
  }

  /** Whether nothing may be written to the current profile's service. */
  get readOnly(): boolean {
    const { profiles, currentId } = this.file.value
    return profiles.find(({ id }) => id === currentId)?.readOnly ?? false
  }

  async test(input: {
    address: string
    secretKey?: string
    publicKey?: string
    profileId?: string
  }): Promise<ConnectionReport> {
    const secretKey = input.secretKey ?? (await this.#storedKey(input.profileId))
    return testConnection({ ...input, secretKey }, this.host)
  }

  async create(input: NewProfile): Promise<Profile> {
    refuseWrongClass(input)
    const { address } = tidyAddress(input.address)
    const id = randomUUID()
    const secretKey = await this.#keys.store(id, 'secret', input.secretKey)
    const publicKey =
      input.publicKey === undefined ? null : await this.#keys.store(id, 'public', input.publicKey)
    const profile: StoredProfile = {
      ...blank(id, this.host.clock.now()),
      name: input.name,
      colour: input.colour,
      production: input.production,
      address,
      secretKey,
      publicKey,
    }
    await this.#add(profile)
    return this.#shown(profile)
  }

  async update(id: string, changes: ProfileChanges): Promise<Profile> {
    const before = this.#stored(id)
    const address = changes.address === undefined ? before.address : tidyAddress(changes.address).address
    const profile = await this.#change(id, { ...changes, address })
    const session = this.#sessionOf(id)
    if (session && address !== before.address) await this.#connect(session, profile)
    if (session && changes.plan) session.sync.setPlan(profile.plan)
    // What waited while the profile was read-only may leave now.
    if (session && before.readOnly && !profile.readOnly) await session.outbox.flush()
    return this.#shown(profile)
  }

  async replaceKeys(id: string, keys: { secretKey?: string; publicKey?: string }): Promise<Profile> {
    this.#stored(id)
    refuseWrongClass(keys)
    const changes: Partial<StoredProfile> = {}
    if (keys.secretKey !== undefined) changes.secretKey = await this.#keys.store(id, 'secret', keys.secretKey)
    if (keys.publicKey !== undefined) changes.publicKey = await this.#keys.store(id, 'public', keys.publicKey)
    const profile = await this.#change(id, changes)
    const session = this.#sessionOf(id)
    if (session) await this.#connect(session, profile)
    return this.#shown(profile)
  }

  async select(id: string): Promise<Profile> {
    const profile = this.#stored(id)
    await this.#makeCurrent(id)
    return this.#shown(profile)
  }

  /** Deletes a profile, its keys, and its copy with everything that was set aside. */
  async remove(id: string, name: string): Promise<void> {
    const profile = this.#stored(id)
    if (name.trim() !== profile.name) {
      throw problem('input_invalid', {
        why: 'The name typed is not the name of this profile. Nothing was removed.',
        fields: [{ field: 'name', message: 'It differs from the profile’s name.' }],
      })
    }
    const rest = this.file.value.profiles.filter((other) => other.id !== id)
    if (this.file.value.currentId === id) {
      const next = rest[0]?.id ?? null
      await this.current.switchTo(next)
      await this.file.update((value) => ({ ...value, currentId: next }))
    }
    const cacheAccounts = [
      ...profile.formerCacheAccounts,
      ...(profile.cacheKey ? [profile.cacheKey.account] : []),
    ]
    await this.#keys.forget(id, cacheAccounts)
    await rm(this.#folderOf(id), { recursive: true, force: true })
    await this.file.update((value) => {
      const columns = Object.fromEntries(
        Object.entries(value.settings.columns).filter(([owner]) => owner !== id),
      )
      return {
        ...value,
        profiles: value.profiles.filter((other) => other.id !== id),
        settings: { ...value.settings, columns },
      }
    })
    this.#announce()
  }

  /** Asks the keychain again after it was unlocked: keys that were locked are used, a plain copy gets encrypted. */
  async retryKeychain(): Promise<ProfileList> {
    await this.host.keychain.retry()
    await this.#lookAtKeys()
    const { opened, failure } = this.current
    const lockedOut = failure?.code === 'keychain_locked' || failure?.code === 'keychain_unavailable'
    const canEncrypt = opened !== null && !opened.encrypted && this.host.keychain.state.kind === 'keychain'
    if (lockedOut || canEncrypt) await this.current.reopen()
    else if (opened?.connection.blocked) await this.#connect(opened, this.#stored(opened.profileId))
    this.#announce()
    return this.list()
  }

  /** Starts the embedded service and makes it the current profile. */
  async tryEmbedded(): Promise<Profile> {
    await this.#embedded.ensure()
    const known = this.file.value.profiles.find(({ embedded }) => embedded)
    if (known) {
      const profile = await this.#adoptEmbedded(known.id)
      const session = this.#sessionOf(known.id)
      if (session?.connection.state.online === false) await this.#connect(session, profile)
      await this.#makeCurrent(known.id)
      return this.#shown(profile)
    }
    const id = randomUUID()
    const profile = {
      ...blank(id, this.host.clock.now()),
      name: 'Embedded service',
      colour: 4,
      embedded: true,
    }
    await this.file.update((value) => ({ ...value, profiles: [...value.profiles, profile] }))
    const adopted = await this.#adoptEmbedded(id)
    await this.#makeCurrent(id)
    return this.#shown(adopted)
  }

  /** Before a person asks whether the service answers: the embedded one is started again where it ended. */
  async wakeEmbedded(): Promise<void> {
    const session = this.current.opened
    if (!session || this.#embedded.running) return
    if (this.#stored(session.profileId).embedded) await this.#startEmbedded(session)
  }

  /** Moves the current profile's copy aside, keeping it, and starts a new one. */
  async setCopyAside(): Promise<void> {
    const id = this.file.value.currentId
    if (id === null) throw problem('profile_missing')
    await this.current.reopen(async () => {
      const { cacheKey, formerCacheAccounts } = this.#stored(id)
      setAside(this.#folderOf(id), this.host.clock.now())
      if (!cacheKey) return
      // The copy that was set aside keeps its key; the new one gets a key of its own.
      await this.#change(id, {
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
    const { currentId } = this.file.value
    return currentId === null ? this.host.dataFolder : this.#folderOf(currentId)
  }

  /** Called when the list changed. Returns the way to stop. */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    await this.current.close()
    await this.#embedded.close()
  }

  async #open(id: string): Promise<ProfileSession> {
    const profile = this.#stored(id)
    const cacheKey = await cacheKeyOf(profile, this.host.keychain)
    // Settings know of a key before the copy is encrypted with it: the other way round a crash would lose the copy.
    if (cacheKey.marker !== profile.cacheKey) await this.#change(id, { cacheKey: cacheKey.marker })
    const waits = profile.embedded && !this.#embedded.running
    const session = await openSession({
      host: this.host,
      folder: this.#folderOf(id),
      key: cacheKey.key,
      profile,
      client: waits ? starting() : await this.#clientOf(profile),
      readOnly: () => this.#stored(id).readOnly,
    })
    if (waits) void this.#startEmbedded(session)
    return session
  }

  async #startEmbedded(session: ProfileSession): Promise<void> {
    try {
      await this.#embedded.ensure()
      const profile = await this.#adoptEmbedded(session.profileId)
      // The profile may have been left meanwhile, or its session may still be about to be the open one.
      const opened = await this.current.session().catch(() => null)
      if (opened === session) await this.#connect(session, profile)
    } catch (error) {
      this.host.log.error('embedded_service_failed', { detail: String(error) })
      if (isProblem(error, 'embedded_service_failed')) await session.connection.fail(error.problem)
    }
  }

  /** The port changes with every start, the keys only with a new data folder. */
  async #adoptEmbedded(id: string): Promise<StoredProfile> {
    const { url, secretKey, publicKey } = await this.#embedded.ensure()
    const profile = this.#stored(id)
    const changes: Partial<StoredProfile> = { address: tidyAddress(url).address }
    const found = await this.#keys.read(profile, 'secret')
    if (found.key === null || profile.secretKey?.fingerprint !== fingerprintOf(secretKey)) {
      changes.secretKey = await this.#keys.store(id, 'secret', secretKey)
      changes.publicKey = await this.#keys.store(id, 'public', publicKey)
    }
    return this.#change(id, changes)
  }

  /** Gives a session the client of its profile as it is stored now. */
  async #connect(session: ProfileSession, profile: StoredProfile): Promise<void> {
    const client = await this.#clientOf(profile)
    if ('code' in client) await session.connection.fail(client)
    else await session.connection.use(client)
    if (!('code' in client)) void session.connection.probe()
  }

  async #clientOf(profile: StoredProfile): Promise<ServiceClient | Problem> {
    const secret = await this.#keys.read(profile, 'secret')
    if (secret.key === null)
      return problem(secret.state === 'locked' ? 'keychain_locked' : 'key_missing').problem
    const { key: publicKey } = await this.#keys.read(profile, 'public')
    const { clock, log, version } = this.host
    return createServiceClient({
      address: profile.address,
      secretKey: secret.key,
      publicKey,
      clock,
      log,
      version,
      backgroundShare: profile.plan.backgroundShare,
    })
  }

  async #storedKey(profileId: string | undefined): Promise<string> {
    if (profileId === undefined) throw problem('key_missing')
    const { key, state } = await this.#keys.read(this.#stored(profileId), 'secret')
    if (key === null) throw problem(state === 'locked' ? 'keychain_locked' : 'key_missing')
    return key
  }

  /** Looks what the keychain gives of every profile: the list then says which keys are locked or missing. */
  async #lookAtKeys(): Promise<void> {
    for (const profile of this.file.value.profiles) {
      const secret = await this.#keys.read(profile, 'secret')
      const open = await this.#keys.read(profile, 'public')
      // A key of this session that moved into a keychain is from now on expected there.
      const moved: Partial<StoredProfile> = {}
      if (profile.secretKey?.kept === 'session' && secret.state === 'keychain') {
        moved.secretKey = { ...profile.secretKey, kept: 'keychain' }
      }
      if (profile.publicKey?.kept === 'session' && open.state === 'keychain') {
        moved.publicKey = { ...profile.publicKey, kept: 'keychain' }
      }
      if (Object.keys(moved).length > 0) await this.#change(profile.id, moved)
    }
    this.#announce()
  }

  async #add(profile: StoredProfile): Promise<void> {
    await this.file.update((value) => ({ ...value, profiles: [...value.profiles, profile] }))
    await this.#makeCurrent(profile.id)
  }

  async #makeCurrent(id: string): Promise<void> {
    await this.file.update((value) => ({ ...value, currentId: id }))
    await this.current.switchTo(id)
    this.#announce()
  }

  async #change(id: string, changes: Partial<StoredProfile>): Promise<StoredProfile> {
    await this.file.update((value) => ({
      ...value,
      profiles: value.profiles.map((profile) => (profile.id === id ? { ...profile, ...changes } : profile)),
    }))
    this.#announce()
    return this.#stored(id)
  }

  #stored(id: string): StoredProfile {
    const profile = this.file.value.profiles.find((each) => each.id === id)
    if (!profile) throw problem('profile_missing')
    return profile
  }

  #sessionOf(id: string): ProfileSession | null {
    const { opened } = this.current
    return opened?.profileId === id ? opened : null
  }

  #folderOf(id: string): string {
    return join(this.host.dataFolder, 'profiles', id)
  }

  #shown(profile: StoredProfile): Profile {
    const { id, name, colour, production, readOnly, address, embedded, plan, createdAt } = profile
    const secretKey = this.#keys.info(profile, 'secret')
    if (!secretKey) throw problem('internal')
    const publicKey = this.#keys.info(profile, 'public')
    return {
      id,
      name,
      colour,
      production,
      readOnly,
      address,
      embedded,
      secretKey,
      publicKey,
      plan,
      createdAt,
    }
  }

  #announce(): void {
    for (const listener of this.#listeners) listener()
  }
}

function blank(id: string, now: number): StoredProfile {
  return {
    id,
    name: '',
    colour: 1,
    production: false,
    readOnly: false,
    address: '',
    embedded: false,
    secretKey: null,
    publicKey: null,
    cacheKey: null,
    formerCacheAccounts: [],
    plan: firstPlan,
    createdAt: now,
  }
}

function starting(): Problem {
  return problem('offline', {
    title: 'The service is starting',
    why: 'The embedded service is not ready yet.',
  }).problem
}
