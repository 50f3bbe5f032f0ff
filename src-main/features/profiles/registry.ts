import { Emitter } from '../../../src-shared/emitter'
import { problem } from '../../core/problems'
import type { SettingsFile } from './settings-file'
import type { StoredProfile } from './stored'

/** The profiles as settings.json holds them. Every change is on the disk when it has resolved. */
export class ProfileRegistry {
  readonly #listeners = new Emitter()
  /** Called after every change, and by {@link announce}. Returns the way to stop. */
  readonly watch = this.#listeners.add

  constructor(readonly file: SettingsFile) {}

  get all(): readonly StoredProfile[] {
    return this.file.value.profiles
  }

  get currentId(): string | null {
    return this.file.value.currentId
  }

  /** Throws `profile_missing` where there is none of this id. */
  get(id: string): StoredProfile {
    const profile = this.all.find((each) => each.id === id)
    if (!profile) throw problem('profile_missing')
    return profile
  }

  /**
   * Adds a profile; as the `current` one in the same write: killed between two, the program would open on none, with a
   * profile that nobody chose.
   */
  async add(profile: StoredProfile, { current }: { current: boolean }): Promise<void> {
    await this.file.update((value) => ({
      ...value,
      profiles: [...value.profiles, profile],
      currentId: current ? profile.id : value.currentId,
    }))
    this.announce()
  }

  change(id: string, changes: Partial<StoredProfile>): Promise<StoredProfile> {
    return this.revise(id, () => changes)
  }

  /** Changes a profile by what it is in its turn: another change may be on its way to the disk. */
  async revise(
    id: string,
    changes: (profile: StoredProfile) => Partial<StoredProfile>,
  ): Promise<StoredProfile> {
    await this.file.update((value) => ({
      ...value,
      profiles: value.profiles.map((profile) =>
        profile.id === id ? { ...profile, ...changes(profile) } : profile,
      ),
    }))
    this.announce()
    return this.get(id)
  }

  async setCurrent(id: string | null): Promise<void> {
    await this.file.update((value) => ({ ...value, currentId: id }))
    this.announce()
  }

  /** Forgets a profile and what the settings hold for it. */
  async remove(id: string): Promise<void> {
    await this.file.update((value) => ({
      ...value,
      profiles: value.profiles.filter((profile) => profile.id !== id),
    }))
    this.announce()
  }

  /** Tells that something which is shown with the profiles changed: the state of a key, the open session. */
  announce(): void {
    this.#listeners.emit()
  }
}
