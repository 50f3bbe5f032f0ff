import { tell } from '../../../src-shared/messages/told'
import type { RecordConnection } from '../../../src-shared/bridge/records'
import type { Keychain } from '../../core/keychain/keychain'
import type { Logger } from '../../core/log'
import { problem } from '../../core/problems'
import type { ProblemError } from '../../../src-shared/problem'
import { storedConnectionSchema, type ConnectionRegistry } from '../records'
import type { ProfileRegistry } from './registry'
import { markerOf } from './key-facts'
import { assumedState, lookUp } from './key-ring'
import type { KeyMarker, StoredProfile } from './stored'

type Token = RecordConnection['token']

/** How tokens were last found, by their accounts. */
export type FoundTokens = Map<string, Token['state']>

/** What the connections of a profile are stored with. */
interface RecordRegistryParts {
  profileId: string
  registry: ProfileRegistry
  keychain: Keychain
  /** Kept for as long as the program runs: a profile that is opened again has the tokens that it had. */
  found: FoundTokens
  log: Logger
}

/** The account of a connection's token in the keychain. */
export function tokenAccount(profileId: string, connectionId: string): string {
  return `profile:${profileId}:records:${connectionId}`
}

/** Every account of tokens that a profile has: they are deleted with it. */
export function tokenAccounts({ id, records }: StoredProfile): string[] {
  return records.map((connection) => tokenAccount(id, connection.id))
}

/** The connections of a profile in settings.json, their tokens in the keychain. */
export function createRecordRegistry({
  profileId,
  registry,
  keychain,
  found,
  log,
}: RecordRegistryParts): ConnectionRegistry {
  const accountOf = (id: string) => tokenAccount(profileId, id)
  const all = () => registry.get(profileId).records
  const save = (change: (records: StoredProfile['records']) => StoredProfile['records']) =>
    registry.revise(profileId, ({ records }) => ({ records: change(records) }))
  const markerFor = (id: string): KeyMarker | null => all().find((each) => each.id === id)?.token ?? null
  const failed = (code: string, detail: string) =>
    log.warn('token_not_read', { profile: profileId, code, detail })

  return {
    // What is remembered of a token stays here.
    all: () => all().map((connection) => storedConnectionSchema.parse(connection)),

    async put(connection, token) {
      let marker: KeyMarker | null = null
      if (token !== undefined) {
        await keychain.set(accountOf(connection.id), token)
        found.set(accountOf(connection.id), keychain.state.kind)
        marker = markerOf(token, keychain.state.kind)
      }
      await save((records) => withConnection(records, connection, marker))
    },

    async remove(id) {
      found.delete(accountOf(id))
      // A keychain that does not answer is logged: the connection still goes.
      await keychain.delete(accountOf(id)).catch((error: unknown) => {
        log.error('token_not_deleted', { profile: profileId, detail: String(error) })
      })
      await save((records) => records.filter((each) => each.id !== id))
    },

    async tokenOf(id) {
      const marker = markerFor(id)
      const { key, state } = marker
        ? await lookUp(keychain, accountOf(id), marker, failed)
        : { key: null, state: 'missing' as const }
      found.set(accountOf(id), state)
      if (marker?.kept === 'session' && state === 'keychain') {
        // A token of this session that moved into a keychain is from now on expected there.
        const moved = { ...marker, kept: 'keychain' as const }
        await save((records) => records.map((each) => (each.id === id ? { ...each, token: moved } : each)))
      }
      if (key !== null) return key
      throw missingToken(state)
    },

    tokenInfo(id) {
      const marker = markerFor(id)
      if (!marker) return { lastFour: '', state: 'missing' }
      return { lastFour: marker.lastFour, state: found.get(accountOf(id)) ?? assumedState(keychain, marker) }
    },
  }
}

/** `marker`: of its token; null: that of the one in its place. */
function withConnection(
  records: StoredProfile['records'],
  connection: Parameters<ConnectionRegistry['put']>[0],
  marker: KeyMarker | null,
): StoredProfile['records'] {
  return records.some(({ id }) => id === connection.id)
    ? records.map((each) =>
        each.id === connection.id ? { ...connection, token: marker ?? each.token } : each,
      )
    : [...records, { ...connection, token: marker }]
}

/** Why there is no token to use. */
function missingToken(state: Token['state']): ProblemError {
  return state === 'locked'
    ? problem('keychain_locked', {
        title: tell('profiles.recordRegistry.theTokenIsLocked'),
        why: tell('profiles.recordRegistry.theTokenIsKept'),
      })
    : problem('key_missing', {
        title: tell('words.thereIsNoToken'),
        why: tell('profiles.recordRegistry.theTokenWasKept'),
        action: tell('profiles.recordRegistry.enterTheTokenOf'),
      })
}
