/** Who listens: the shell everywhere, or the part of the page that has the focus. */
type Scope = 'shell' | 'list' | 'import' | 'panel' | 'palette' | 'hold' | 'save' | 'graph'

/**
 * Every shortcut, once: the handlers (composables/shortcuts.ts), the dialog under `?` and docs/keyboard-shortcuts.md
 * are made from this list, and a test holds the document to it.
 *
 * A combination is written as keys joined by `+` (`Mod` is Ctrl, on a Mac the command key); two combinations with a
 * space between are pressed one after the other.
 */
interface Shortcut {
  id: string
  keys: readonly [string, ...string[]]
  /** What it does, as the dialog says it. */
  label: string
  group: ShortcutGroup
  scope: Scope
}

/** Id, keys, label and scope of all, in the parts and the order of the dialog. */
const table = {
  Anywhere: [
    ['palette', ['Mod+k'], 'Search or run a command', 'shell'],
    ['search', ['/'], 'Search in this list', 'shell'],
    ['sync', ['r'], 'Sync now', 'shell'],
    ['add', ['n c'], 'Add a contact', 'shell'],
    ['importFile', ['Mod+i'], 'Import a file', 'shell'],
    ['outbox', ['g w'], 'Show what waits to be sent', 'shell'],
    ['save', ['Mod+s'], 'Save what is written', 'save'],
    ['undoHold', ['Mod+z'], 'Undo a sending that is held', 'hold'],
    ['stop', ['Mod+.'], 'Stop the sending of the campaign that is open', 'hold'],
    ['help', ['?'], 'Show the shortcuts', 'shell'],
  ],
  'Go to': [
    ['overview', ['g o'], 'Overview', 'shell'],
    ['contacts', ['g c'], 'Contacts', 'shell'],
    ['events', ['g e'], 'Events', 'shell'],
    ['import', ['g i'], 'Import', 'shell'],
    ['verification', ['g v'], 'Verification', 'shell'],
    ['segments', ['g l'], 'Segments', 'shell'],
    ['campaigns', ['g m'], 'Campaigns', 'shell'],
    ['templates', ['g t'], 'Templates', 'shell'],
    ['workflows', ['g f'], 'Workflows', 'shell'],
    ['send', ['g n'], 'Send', 'shell'],
    ['domains', ['g d'], 'Domains', 'shell'],
    ['records', ['g r'], 'Records', 'shell'],
    ['activity', ['g a'], 'Activity', 'shell'],
    ['settings', ['g s'], 'Settings', 'shell'],
  ],
  'In a list': [
    ['row', ['ArrowUp', 'ArrowDown', 'k', 'j'], 'Row up, row down', 'list'],
    ['screen', ['PageUp', 'PageDown'], 'A screen up, down', 'list'],
    ['ends', ['Home', 'End'], 'First row, last row', 'list'],
    ['open', ['Enter', 'o'], 'Open the row', 'list'],
    ['edit', ['e'], 'Open the row to change it', 'list'],
    ['pick', ['Space', 'x'], 'Select the row', 'list'],
    ['extend', ['Shift+ArrowUp', 'Shift+ArrowDown'], 'Extend the selection', 'list'],
    ['all', ['Mod+a'], 'Select all that match', 'list'],
    ['clear', ['Escape'], 'Clear the search, then the selection', 'list'],
    ['selectAgain', ['Mod+z'], 'Select again what was just cleared', 'list'],
    ['intoRows', ['ArrowDown'], 'In the search: go to the rows', 'list'],
    ['openFound', ['Enter'], 'In the search: open the row', 'list'],
  ],
  'In an import': [
    ['paste', ['Mod+v'], 'Paste rows, where an import begins', 'import'],
    ['mapRow', ['Mod+ArrowUp', 'Mod+ArrowDown'], 'Map: the same field of the column before, after', 'import'],
    ['cell', ['ArrowLeft', 'ArrowRight'], 'Check: cell left, cell right', 'import'],
    ['repair', ['Enter', 'F2', 'e'], 'Repair the cell', 'import'],
    ['use', ['Enter'], 'In a cell: use what is suggested, or what was typed', 'import'],
    ['alike', ['Mod+Enter'], 'In a cell: use it for all alike', 'import'],
    ['nextFault', ['Tab'], 'In a cell: go to the next fault', 'import'],
    ['asItWas', ['Escape'], 'In a cell: leave it as it was', 'import'],
    ['leaveRowOut', ['Mod+Delete'], 'In a cell: leave the row out', 'import'],
    ['leaveOut', ['Delete'], 'Leave the row out, or the rows that are selected', 'import'],
  ],
  'Writing steps': [
    ['addStep', ['+', 'c'], 'Put a step after the one with the focus', 'graph'],
    ['removeStep', ['Delete'], 'Take the step with the focus out', 'graph'],
  ],
  'In the side panel': [
    ['neighbour', ['ArrowUp', 'ArrowDown', 'k', 'j'], 'The row before, the next', 'panel'],
    ['close', ['Escape'], 'Close the panel', 'panel'],
    ['width', ['ArrowLeft', 'ArrowRight'], 'Wider, narrower, on its edge', 'panel'],
    ['height', ['Mod+ArrowUp', 'Mod+ArrowDown'], 'Higher, lower, where it is under the list', 'panel'],
  ],
  'In a contact': [
    ['value', ['ArrowUp', 'ArrowDown'], 'Value up, value down', 'panel'],
    ['enterValue', ['Enter', 'e'], 'Change the value, then save it', 'panel'],
    ['saveNext', ['Tab', 'Shift+Tab'], 'Save, and change the next value, the one before', 'panel'],
    ['valueAsItWas', ['Escape'], 'Leave the value as it was', 'panel'],
    ['flip', ['Space'], 'Turn yes into no, and back', 'panel'],
    ['type', ['t'], 'Change the type of the value', 'panel'],
    ['addField', ['a'], 'Add a field', 'panel'],
    ['removeField', ['Delete'], 'Remove the field', 'panel'],
    ['copyValue', ['Mod+c'], 'Copy the value', 'panel'],
    ['saveJson', ['Mod+Enter'], 'In JSON: save it', 'panel'],
    ['undoValue', ['Mod+z'], 'Give the last value back', 'panel'],
    ['person', ['j', 'k'], 'The next person, the one before', 'panel'],
  ],
  'In the palette': [
    ['choose', ['ArrowUp', 'ArrowDown'], 'Line up, line down', 'palette'],
    ['run', ['Enter'], 'Open or run the line', 'palette'],
    ['more', ['Tab'], 'More actions of a contact', 'palette'],
    ['forget', ['Delete'], 'Forget a recent thing', 'palette'],
    ['actions', ['>'], 'Only actions', 'palette'],
  ],
} as const satisfies Record<
  string,
  readonly (readonly [string, readonly [string, ...string[]], string, Scope])[]
>

/** The parts of the dialog. */
type ShortcutGroup = keyof typeof table

const isGroup = (name: string): name is ShortcutGroup => name in table

/** The parts of the dialog, in its order. */
export const shortcutGroups = Object.keys(table).filter(isGroup)

/** The whole list. */
export const shortcuts: readonly Shortcut[] = shortcutGroups.flatMap((group) =>
  table[group].map(([id, keys, label, scope]) => ({ id, keys, label, group, scope })),
)

/** The shortcuts that the shell itself listens to. */
export type ShellShortcut = Extract<
  (typeof table)[ShortcutGroup][number],
  readonly [unknown, unknown, unknown, 'shell']
>[0]

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
