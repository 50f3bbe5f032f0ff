import { t } from '../../../src-shared/messages/message'
import { chordStarts, keysOf, shortcuts, type Shortcut } from '../../shortcuts'

/** Why a combination cannot be given to a shortcut: another has it, or a part of all programs. */
export type Hindrance = { by: Shortcut; swaps: boolean } | { why: string }

/** Keys that mean the same wherever one is. */
const common = /^(Shift\+)?(Tab|Enter|Space|Backspace|Home|End|Page\w+|Arrow\w+)$/

/** They act while one types into a cell: what would be typed cannot be theirs. */
const whileTyping: readonly string[] = ['alike', 'leaveRowOut']

const everywhere = new Set(['shell', 'save', 'hold'])
const inRows = new Set(['list', 'import'])

/** Whether two shortcuts may be listening at the same time. */
function meets(one: Shortcut, other: Shortcut): boolean {
  if (one.scope === 'palette' || other.scope === 'palette') return one.scope === other.scope
  // The rows of an import are a list as well.
  if (inRows.has(one.scope) && inRows.has(other.scope)) return true
  return one.scope === other.scope || everywhere.has(one.scope) || everywhere.has(other.scope)
}

/** What is in the way of giving a combination to a shortcut; null: nothing is. */
export function hindranceOf(own: Shortcut, keys: string): Hindrance | null {
  if (common.test(keys)) return { why: t('shell.ownKeys.thisKeyMeansThe') }
  if (keys.startsWith('g ') !== (own.group === 'Go to')) {
    if (keys.startsWith('g ')) return { why: t('shell.ownKeys.gIsOnlyFor') }
    return { why: t('shell.ownKeys.goToBeginsWith') }
  }
  if (whileTyping.includes(own.id) && !/^(Mod\+|Alt\+|F\d)/.test(keys))
    return { why: t('shell.ownKeys.itIsTypedInto') }
  if (chordStarts.includes(keys)) return { why: t('shell.ownKeys.itBeginsTwoKeys') }
  const by = shortcuts.find((other) => other !== own && meets(own, other) && keysOf(other.id).includes(keys))
  return by ? { by, swaps: by.changeable && keysOf(by.id).length === 1 } : null
}

/** The keys that are a person's own, once a shortcut has a combination; `swapped` gets those that it had. */
export function withKeys(
  own: Readonly<Record<string, string>>,
  shortcut: Shortcut,
  keys: string,
  swapped: Shortcut | null,
): Record<string, string> {
  const before = keysOf(shortcut.id)[0]
  const next = { ...own, [shortcut.id]: keys, ...(swapped && before ? { [swapped.id]: before } : {}) }
  const isOwn = ([id, chosen]: [string, string]) =>
    shortcuts.some((one) => one.id === id && (one.keys.length > 1 || one.keys[0] !== chosen))
  return Object.fromEntries(Object.entries(next).filter(isOwn))
}
