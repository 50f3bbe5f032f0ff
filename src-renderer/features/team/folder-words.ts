import { t } from '../../../src-shared/messages/message'
import type { TeamPerson, TeamState } from '../../../src-shared/bridge/team'
import { formatLeft, formatMoment, formatShortDay } from '../../format'

/** What is shared. */
export type Shared = NonNullable<TeamState['shared']>

/** Whether the folder is as the others have it, in words. */
export function folderWords({ state, readAt, behindSince }: Shared, now: number): string {
  if (state === 'away') return t('team.refused.folderNotFound')
  if (state === 'tooMuch') return t('team.folder.tooMuch')
  if (state === 'behind')
    return t('team.folder.behindSince', { moment: formatMoment(behindSince ?? now, now) })
  if (readAt === null) return t('team.folder.reading')
  const seconds = Math.max(0, (now - readAt) / 1000)
  return seconds < 60 ? t('team.folder.syncedNow') : t('team.folder.synced', { ago: formatLeft(seconds) })
}

/** How somebody's key is trusted, and the look of it. */
export function trustWords({ state, since, by, whole }: TeamPerson): {
  words: string
  tone: '' | 'text-warning' | 'tag info'
} {
  const day = formatShortDay(since)
  if (!whole && state !== 'new') return { words: t('team.people.entriesMissing'), tone: 'text-warning' }
  switch (state) {
    case 'me':
      return { words: t('team.people.thisMachine'), tone: '' }
    case 'confirmed':
      return { words: t('team.people.confirmedByYou', { day }), tone: '' }
    case 'new':
      return { words: t('team.people.notConfirmed'), tone: 'tag info' }
    case 'otherKey':
      return { words: t('team.people.anotherKey', { day }), tone: 'text-warning' }
    case 'differs':
      return {
        words: t('team.people.keysDiffer', { day, by: by || t('team.people.you') }),
        tone: 'text-warning',
      }
    case 'replaced':
      return { words: t('team.people.replaced', { day }), tone: '' }
    case 'removed':
      return { words: t('team.people.removedBy', { day, by }), tone: '' }
  }
}

/** Whether what somebody signs counts. */
export function signsWords({ state, signs, signed }: TeamPerson): string {
  if (signs) return t('words.yes')
  if (state === 'removed') return t('team.people.beforeStay', { signed })
  return state === 'otherKey' || state === 'new' ? t('team.people.notUntilConfirmed') : t('words.no')
}
