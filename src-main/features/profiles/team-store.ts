import type { Keychain } from '../../core/keychain/keychain'
import type { Logger } from '../../core/log'
import { problem } from '../../core/problems'
import type { TeamStore } from '../team'
import { markerOf } from './key-facts'
import { lookUp } from './key-ring'
import type { ProfileRegistry } from './registry'

/** The account of the key that a profile signs with. */
export function teamAccount(profileId: string): string {
  return `profile:${profileId}:team`
}

/** The team of a profile in settings.json, the key that it signs with in the keychain. */
export function createTeamStore(
  profileId: string,
  parts: { registry: ProfileRegistry; keychain: Keychain; log: Logger },
): TeamStore {
  const { registry, keychain, log } = parts
  const account = teamAccount(profileId)
  return {
    get: () => registry.all.find(({ id }) => id === profileId)?.team ?? null,
    change: (next) => registry.revise(profileId, ({ team }) => ({ team: next(team) })),
    async secret() {
      const marker = registry.get(profileId).teamKey
      const failed = (code: string, detail: string) =>
        log.warn('key_not_read', { profile: profileId, code, detail })
      const { key, state } = marker
        ? await lookUp(keychain, account, marker, failed)
        : { key: null, state: 'missing' as const }
      if (key === null) throw problem(state === 'locked' ? 'keychain_locked' : 'key_missing')
      return key
    },
    async keepSecret(secret) {
      if (secret === null) {
        await keychain.delete(account).catch((error: unknown) => {
          log.error('key_not_deleted', { profile: profileId, detail: String(error) })
        })
        await registry.change(profileId, { teamKey: null })
        return
      }
      await keychain.set(account, secret)
      // Nothing of what signs stands in the settings.
      const marker = { ...markerOf(secret, keychain.state.kind), lastFour: '' }
      await registry.change(profileId, { teamKey: marker })
    },
  }
}
