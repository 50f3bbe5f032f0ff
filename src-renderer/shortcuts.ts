/**
 * Every shortcut, once: the handlers (composables/shortcuts.ts), the dialog under `?` and docs/keyboard-shortcuts.md
 * are made from this list, and a test holds the document to it.
 *
 * A combination is written as keys joined by `+` (`Mod` is Ctrl, on a Mac the command key); two combinations with a
 * space between are pressed one after the other.
 */
export interface Shortcut {
  id: string
  keys: readonly string[]
  /** What it does, as the dialog says it. */
  label: string
  group: ShortcutGroup
  /** Who listens: the shell everywhere, or the part of the page that has the focus. */
  scope: 'shell' | 'list' | 'import' | 'panel' | 'palette' | 'hold' | 'save' | 'graph'
}

/** The parts of the dialog, in its order. */
export const shortcutGroups = [
  'Anywhere',
  'Go to',
  'In a list',
  'In an import',
  'Writing steps',
  'In the side panel',
  'In the palette',
] as const
export type ShortcutGroup = (typeof shortcutGroups)[number]

/** The whole list. */
export const shortcuts = [
  { id: 'palette', keys: ['Mod+k'], label: 'Search or run a command', group: 'Anywhere', scope: 'shell' },
  { id: 'search', keys: ['/'], label: 'Search in this list', group: 'Anywhere', scope: 'shell' },
  { id: 'sync', keys: ['r'], label: 'Sync now', group: 'Anywhere', scope: 'shell' },
  { id: 'add', keys: ['n c'], label: 'Add a contact', group: 'Anywhere', scope: 'shell' },
  { id: 'importFile', keys: ['Mod+i'], label: 'Import a file', group: 'Anywhere', scope: 'shell' },
  { id: 'outbox', keys: ['g w'], label: 'Show what waits to be sent', group: 'Anywhere', scope: 'shell' },
  { id: 'save', keys: ['Mod+s'], label: 'Save what is written', group: 'Anywhere', scope: 'save' },
  { id: 'undoHold', keys: ['Mod+z'], label: 'Undo a sending that is held', group: 'Anywhere', scope: 'hold' },
  { id: 'help', keys: ['?'], label: 'Show the shortcuts', group: 'Anywhere', scope: 'shell' },
  { id: 'overview', keys: ['g o'], label: 'Overview', group: 'Go to', scope: 'shell' },
  { id: 'contacts', keys: ['g c'], label: 'Contacts', group: 'Go to', scope: 'shell' },
  { id: 'events', keys: ['g e'], label: 'Events', group: 'Go to', scope: 'shell' },
  { id: 'import', keys: ['g i'], label: 'Import', group: 'Go to', scope: 'shell' },
  { id: 'verification', keys: ['g v'], label: 'Verification', group: 'Go to', scope: 'shell' },
  { id: 'segments', keys: ['g l'], label: 'Segments', group: 'Go to', scope: 'shell' },
  { id: 'campaigns', keys: ['g m'], label: 'Campaigns', group: 'Go to', scope: 'shell' },
  { id: 'templates', keys: ['g t'], label: 'Templates', group: 'Go to', scope: 'shell' },
  { id: 'workflows', keys: ['g f'], label: 'Workflows', group: 'Go to', scope: 'shell' },
  { id: 'send', keys: ['g n'], label: 'Send', group: 'Go to', scope: 'shell' },
  { id: 'domains', keys: ['g d'], label: 'Domains', group: 'Go to', scope: 'shell' },
  { id: 'records', keys: ['g r'], label: 'Records', group: 'Go to', scope: 'shell' },
  { id: 'activity', keys: ['g a'], label: 'Activity', group: 'Go to', scope: 'shell' },
  { id: 'settings', keys: ['g s'], label: 'Settings', group: 'Go to', scope: 'shell' },
  { id: 'row', keys: ['ArrowUp', 'ArrowDown'], label: 'Row up, row down', group: 'In a list', scope: 'list' },
  {
    id: 'screen',
    keys: ['PageUp', 'PageDown'],
    label: 'A screen up, down',
    group: 'In a list',
    scope: 'list',
  },
  { id: 'ends', keys: ['Home', 'End'], label: 'First row, last row', group: 'In a list', scope: 'list' },
  { id: 'open', keys: ['Enter'], label: 'Open the row', group: 'In a list', scope: 'list' },
  { id: 'pick', keys: ['Space'], label: 'Select the row', group: 'In a list', scope: 'list' },
  {
    id: 'extend',
    keys: ['Shift+ArrowUp', 'Shift+ArrowDown'],
    label: 'Extend the selection',
    group: 'In a list',
    scope: 'list',
  },
  { id: 'all', keys: ['Mod+a'], label: 'Select all that match', group: 'In a list', scope: 'list' },
  {
    id: 'paste',
    keys: ['Mod+v'],
    label: 'Paste rows, where an import begins',
    group: 'In an import',
    scope: 'import',
  },
  {
    id: 'mapRow',
    keys: ['Mod+ArrowUp', 'Mod+ArrowDown'],
    label: 'Map: the same field of the column before, after',
    group: 'In an import',
    scope: 'import',
  },
  {
    id: 'cell',
    keys: ['ArrowLeft', 'ArrowRight'],
    label: 'Check: cell left, cell right',
    group: 'In an import',
    scope: 'import',
  },
  {
    id: 'repair',
    keys: ['Enter', 'F2'],
    label: 'Repair the cell',
    group: 'In an import',
    scope: 'import',
  },
  {
    id: 'use',
    keys: ['Enter'],
    label: 'In a cell: use what is suggested, or what was typed',
    group: 'In an import',
    scope: 'import',
  },
  {
    id: 'alike',
    keys: ['Mod+Enter'],
    label: 'In a cell: use it for all alike',
    group: 'In an import',
    scope: 'import',
  },
  {
    id: 'nextFault',
    keys: ['Tab'],
    label: 'In a cell: go to the next fault',
    group: 'In an import',
    scope: 'import',
  },
  {
    id: 'asItWas',
    keys: ['Escape'],
    label: 'In a cell: leave it as it was',
    group: 'In an import',
    scope: 'import',
  },
  {
    id: 'leaveRowOut',
    keys: ['Mod+Delete'],
    label: 'In a cell: leave the row out',
    group: 'In an import',
    scope: 'import',
  },
  {
    id: 'leaveOut',
    keys: ['Delete'],
    label: 'Leave the row out, or the rows that are selected',
    group: 'In an import',
    scope: 'import',
  },
  {
    id: 'addStep',
    keys: ['+', 'c'],
    label: 'Put a step after the one with the focus',
    group: 'Writing steps',
    scope: 'graph',
  },
  {
    id: 'removeStep',
    keys: ['Delete'],
    label: 'Take the step with the focus out',
    group: 'Writing steps',
    scope: 'graph',
  },
  { id: 'close', keys: ['Escape'], label: 'Close the panel', group: 'In the side panel', scope: 'panel' },
  {
    id: 'width',
    keys: ['ArrowLeft', 'ArrowRight'],
    label: 'Wider, narrower, on its edge',
    group: 'In the side panel',
    scope: 'panel',
  },
  {
    id: 'choose',
    keys: ['ArrowUp', 'ArrowDown'],
    label: 'Line up, line down',
    group: 'In the palette',
    scope: 'palette',
  },
  { id: 'run', keys: ['Enter'], label: 'Open or run the line', group: 'In the palette', scope: 'palette' },
  {
    id: 'more',
    keys: ['Tab'],
    label: 'More actions of a contact',
    group: 'In the palette',
    scope: 'palette',
  },
  { id: 'actions', keys: ['>'], label: 'Only actions', group: 'In the palette', scope: 'palette' },
] as const satisfies readonly Shortcut[]

/** The shortcuts that the shell itself listens to. */
export type ShellShortcut = Extract<(typeof shortcuts)[number], { scope: 'shell' }>['id']

const names: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'Page up',
  PageDown: 'Page down',
  Escape: 'Esc',
}

/** A combination as it is printed on keys: "Mod+k" as ["Ctrl", "K"], "g o" as ["G", "O"]. */
export function keyCaps(combination: string, mac: boolean): string[] {
  // A plus that is a key of its own stands at the end.
  return combination.split(/ |\+(?!$)/).map((key) => {
    if (key === 'Mod') return mac ? '⌘' : 'Ctrl'
    return names[key] ?? (key.length === 1 ? key.toUpperCase() : key)
  })
}

/** What a key press is called in {@link Shortcut.keys}: "Mod+k", "?", "g". */
export function pressName(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  mac: boolean,
): string {
  const mod = mac ? event.metaKey : event.ctrlKey
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const other = mac ? event.ctrlKey : event.metaKey
  return `${other || event.altKey ? 'Other+' : ''}${mod ? 'Mod+' : ''}${key}`
}
