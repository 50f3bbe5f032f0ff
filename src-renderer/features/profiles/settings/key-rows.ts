import { t } from '../../../../src-shared/messages/message'
import type { KeyInfo, Profile, ProfileList } from '../../../../src-shared/bridge/profiles'
import type { RecordConnection } from '../../../../src-shared/bridge/records'
import type { SyncState } from '../../../../src-shared/bridge/sync'
import type { Problem } from '../../../../src-shared/problem'
import { formatClock, missing } from '../../../format'
import { isAboutKeys } from '../../../kit/state/about-keys'
import { keyWords } from './profile-words'

interface KeyStanding {
  text: string
  tone: 'good' | 'warning' | 'bad' | 'none'
}

/** A key or a token as Settings lists it. */
export interface KeyRow extends KeyStanding {
  /** `secret`, `public`, or the id of a connection. */
  id: string
  name: string
  keptIn: string
  ends: string
  lastUsed: number | null
  action: 'replace' | 'enter' | 'ask'
}

interface KeyWorld {
  list: Pick<ProfileList, 'keychain' | 'seal'>
  /** Of the profile, where it is in use; else null. */
  sync: SyncState | null
  records: readonly RecordConnection[]
}

function keptIn({ state }: Pick<KeyInfo, 'state'>, { keychain, seal }: KeyWorld['list']): string {
  if (state === 'missing') return t('profiles.keyRows.nowhere')
  if (state === 'session') return t('profiles.keyRows.memory')
  if (seal.kind === 'sealed') return t('profiles.keyRows.sealedFile')
  return keychain.kind === 'keychain' ? keychain.name : t('profiles.keyRows.keychain')
}

function actionOf({ state }: Pick<KeyInfo, 'state'>): KeyRow['action'] {
  return state === 'missing' ? 'enter' : state === 'locked' ? 'ask' : 'replace'
}

/** Standing of a key that has to be there before anything is asked with it; null: it is. */
function absence({ state }: Pick<KeyInfo, 'state'>): KeyStanding | null {
  if (state === 'missing') return { text: t('words.missing'), tone: 'bad' }
  return state === 'locked' ? { text: t('profiles.keyRows.locked'), tone: 'warning' } : null
}

function refusal(problem: Problem | null, at: number | null): KeyStanding | null {
  if (problem === null || !isAboutKeys(problem)) return null
  return {
    text: at === null ? t('words.refused') : t('profiles.keyRows.refusedAtClock', { clock: formatClock(at) }),
    tone: 'bad',
  }
}

function accepted({ state }: Pick<KeyInfo, 'state'>): KeyStanding {
  return state === 'session'
    ? { text: t('profiles.keyRows.acceptedGoneWhenYou'), tone: 'warning' }
    : { text: t('profiles.keyRows.accepted'), tone: 'good' }
}

const newestOf = (instants: (number | null)[]) => {
  const known = instants.filter((at): at is number => at !== null)
  return known.length === 0 ? null : Math.max(...known)
}

function secretStanding(key: KeyInfo, sync: SyncState | null): KeyStanding {
  if (sync === null) return absence(key) ?? { text: t('profiles.keyRows.notInUse'), tone: 'none' }
  const { connection } = sync
  const known = absence(key) ?? refusal(connection.problem, connection.since)
  if (known) return known
  if (!connection.online)
    return {
      text: t('profiles.keyRows.notTriedOfflineSince', { clock: formatClock(connection.since) }),
      tone: 'none',
    }
  return connection.latencyMs === null
    ? { text: t('profiles.keyRows.notTried'), tone: 'none' }
    : accepted(key)
}

/** The keys of a profile and the tokens of its record services, a row each. */
export function keyRows(profile: Profile, { list, sync, records }: KeyWorld): KeyRow[] {
  const { secretKey, publicKey } = profile
  const rows: KeyRow[] = [
    {
      id: 'secret',
      name: t('profiles.connectForm.secretKey'),
      keptIn: keptIn(secretKey, list),
      ends: keyWords(secretKey),
      lastUsed: newestOf(sync?.resources.map(({ asOf }) => asOf) ?? []),
      action: actionOf(secretKey),
      ...secretStanding(secretKey, sync),
    },
    {
      id: 'public',
      name: t('profiles.keyRows.publicKey'),
      keptIn: publicKey ? keptIn(publicKey, list) : missing,
      ends: publicKey ? keyWords(publicKey) : missing,
      lastUsed: null,
      action: publicKey ? actionOf(publicKey) : 'enter',
      ...((publicKey ? absence(publicKey) : null) ??
        (publicKey
          ? { text: t('profiles.keyRows.notTriedTracksEvents'), tone: 'none' as const }
          : { text: t('profiles.keyRows.noneEventsCannotBe'), tone: 'none' as const })),
    },
  ]
  return [...rows, ...records.map((connection) => tokenRow(connection, list))]
}

function tokenRow({ id, name, token, sync }: RecordConnection, list: KeyWorld['list']): KeyRow {
  const standing =
    absence(token) ??
    refusal(sync.blocked, sync.last?.endedAt ?? null) ??
    (sync.asOf === null ? { text: t('profiles.keyRows.notTried'), tone: 'none' as const } : accepted(token))
  return {
    id,
    name: t('profiles.keyRows.nameToken', { name }),
    keptIn: keptIn(token, list),
    ends: token.lastFour === '' ? missing : `…${token.lastFour}`,
    lastUsed: sync.asOf,
    action: actionOf(token),
    ...standing,
  }
}
