import { shallowRef } from 'vue'

/** Who listens: the shell everywhere, or the part of the page that has the focus. */
type Scope = 'shell' | 'list' | 'import' | 'panel' | 'palette' | 'hold' | 'save' | 'graph'

/**
 * Every shortcut, once: the handlers (kit/shortcuts.ts), the dialog under `?` and docs/keyboard-shortcuts.md
 * are made from this list, and a test holds the document to it.
 *
 * A combination is written as keys joined by `+` (`Mod` is Ctrl, on a Mac the command key); two combinations with a
 * space between are pressed one after the other.
 */
export interface Shortcut {
  id: string
  keys: readonly [string, ...string[]]
  /** What it does, as the dialog says it. */
  label: string
  group: ShortcutGroup
  scope: Scope
  /** Whoever listens asks for the keys that a person chose: it can be given others. */
  changeable: boolean
}

/** Id, keys, label and scope of all, in the parts and the order of the dialog. */
const table = {
  'In every list': [
    ['row', ['ArrowUp', 'ArrowDown', 'k', 'j'], 'Row up, down', 'list'],
    ['screen', ['PageUp', 'PageDown'], 'A screen up, down', 'list'],
    ['ends', ['Home', 'End'], 'First, last row', 'list'],
    ['open', ['Enter', 'o'], 'Open the row', 'list'],
    ['edit', ['e'], 'Open the row to change it', 'list'],
    ['pick', ['Space', 'x'], 'Select the row', 'list'],
    ['extend', ['Shift+ArrowUp', 'Shift+ArrowDown'], 'Select as you go', 'list'],
    ['all', ['Mod+a'], 'Select all that match', 'list'],
    ['clear', ['Escape'], 'Clear search, then selection', 'list'],
    ['selectAgain', ['Mod+z'], 'Select what was cleared', 'list'],
    ['search', ['/'], 'Search in it', 'shell'],
    ['intoRows', ['ArrowDown'], 'In the search: go to the rows', 'list'],
    ['openFound', ['Enter'], 'In the search: open the row', 'list'],
  ],
  'In the side panel': [
    ['neighbour', ['ArrowUp', 'ArrowDown', 'k', 'j'], 'Previous, next row', 'panel'],
    ['close', ['Escape'], 'Close the panel', 'panel'],
    ['width', ['ArrowLeft', 'ArrowRight'], 'Wider, narrower, on the edge', 'panel'],
  ],
  'In a contact': [
    ['value', ['ArrowUp', 'ArrowDown'], 'Value up, down', 'panel'],
    ['enterValue', ['Enter', 'e'], 'Change the value, save it', 'panel'],
    ['saveNext', ['Tab', 'Shift+Tab'], 'Save, change next, previous', 'panel'],
    ['valueAsItWas', ['Escape'], 'Leave the value as it was', 'panel'],
    ['flip', ['Space'], 'Turn yes into no, and back', 'panel'],
    ['type', ['t'], 'Change the type', 'panel'],
    ['addField', ['a'], 'Add a field', 'panel'],
    ['removeField', ['Delete'], 'Remove the field', 'panel'],
    ['copyValue', ['Mod+c'], 'Copy the value', 'panel'],
    ['saveJson', ['Mod+Enter'], 'In JSON: save it', 'panel'],
    ['undoValue', ['Mod+z'], 'Give the last value back', 'panel'],
    ['person', ['j', 'k'], 'Next, previous person', 'panel'],
  ],
  Anywhere: [
    ['palette', ['Mod+k'], 'Search or run a command', 'shell'],
    ['help', ['?'], 'These shortcuts', 'shell'],
    ['sync', ['r'], 'Sync now', 'shell'],
    ['add', ['n c'], 'Add a contact', 'shell'],
    ['importFile', ['Mod+i'], 'Import a file', 'shell'],
    ['save', ['Mod+s'], 'Save', 'save'],
    ['primary', ['Mod+Enter'], 'Press the primary button', 'shell'],
    ['part', ['F6'], 'Next part of the screen', 'shell'],
    ['undoHold', ['Mod+z'], 'Undo a sending that is held', 'hold'],
    ['stop', ['Mod+.'], 'Stop a sending', 'hold'],
  ],
  'In the palette': [
    ['choose', ['ArrowUp', 'ArrowDown'], 'Line up, down', 'palette'],
    ['run', ['Enter'], 'Open or run the line', 'palette'],
    ['more', ['Tab'], 'More actions of the line', 'palette'],
    ['forget', ['Delete'], 'Forget a recent thing', 'palette'],
    ['actions', ['>'], 'Only actions', 'palette'],
  ],
  'Go to': [
    ['overview', ['g o'], 'Overview', 'shell'],
    ['contacts', ['g c'], 'Contacts', 'shell'],
    ['segments', ['g l'], 'Segments', 'shell'],
    ['events', ['g e'], 'Events', 'shell'],
    ['import', ['g i'], 'Import', 'shell'],
    ['verification', ['g v'], 'Verification', 'shell'],
    ['campaigns', ['g m'], 'Campaigns', 'shell'],
    ['templates', ['g t'], 'Templates', 'shell'],
    ['workflows', ['g f'], 'Workflows', 'shell'],
    ['send', ['g n'], 'Send', 'shell'],
    ['domains', ['g d'], 'Domains', 'shell'],
    ['records', ['g r'], 'Records', 'shell'],
    ['activity', ['g a'], 'Activity', 'shell'],
    ['settings', ['g s'], 'Settings', 'shell'],
    ['outbox', ['g w'], 'What waits', 'shell'],
  ],
  'In conditions, workflows, reviews': [
    ['addStep', ['+', 'c'], 'Put a step after this one', 'graph'],
    ['removeStep', ['Delete'], 'Take this step out', 'graph'],
  ],
  'In an import': [
    ['paste', ['Mod+v'], 'Paste rows, at the start', 'import'],
    ['mapRow', ['Mod+ArrowUp', 'Mod+ArrowDown'], 'Same field, next column', 'import'],
    ['cell', ['ArrowLeft', 'ArrowRight'], 'Cell left, right', 'import'],
    ['repair', ['Enter', 'F2', 'e'], 'Repair the cell', 'import'],
    ['use', ['Enter'], 'In a cell: use what is there', 'import'],
    ['alike', ['Mod+Enter'], 'In a cell: use it for all alike', 'import'],
    ['nextFault', ['Tab'], 'In a cell: go to the next fault', 'import'],
    ['asItWas', ['Escape'], 'In a cell: leave it as it was', 'import'],
    ['leaveRowOut', ['Mod+Delete'], 'In a cell: leave the row out', 'import'],
    ['leaveOut', ['Delete'], 'Leave the rows out', 'import'],
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

/** Whose listeners ask for the keys that a person chose, beside those of these scopes. */
const changeableIds: readonly string[] = ['edit', 'all', 'selectAgain']
const changeableScopes: readonly Scope[] = ['shell', 'save', 'hold']

/** The whole list. */
export const shortcuts: readonly Shortcut[] = shortcutGroups.flatMap((group) =>
  table[group].map(([id, keys, label, scope]) => {
    const changeable = changeableScopes.includes(scope) || changeableIds.includes(id)
    return { id, keys, label, group, scope, changeable }
  }),
)

/** A shortcut's name. */
export type ShortcutId = (typeof table)[ShortcutGroup][number][0]

/** Letters that begin two keys. They are no shortcut alone. */
export const chordStarts: readonly string[] = ['g', 'n']

/** The keys that a person chose, by shortcut, in the place of those of the list. One for the page: settings fill it. */
export const chosenKeys = shallowRef<Readonly<Record<string, string>>>({})

/** The combinations that a shortcut is pressed by now. */
export function keysOf(id: string): readonly string[] {
  const own = shortcuts.find((shortcut) => shortcut.id === id)
  const chosen = own?.changeable ? chosenKeys.value[id] : undefined
  return chosen === undefined ? (own?.keys ?? []) : [chosen]
}

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
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Escape: 'Esc',
  Enter: '↵',
  Delete: 'Del',
}

/** A combination as it is printed on keys: "Mod+k" as ["Ctrl", "K"], "g o" as ["G", "O"]. */
export function keyCaps(combination: string, mac: boolean): string[] {
  // A plus that is a key of its own stands at the end.
  return combination.split(/ |\+(?!$)/).map((key) => {
    if (key === 'Mod') return mac ? '⌘' : 'Ctrl'
    return names[key] ?? (key.length === 1 ? key.toUpperCase() : key)
  })
}

/**
 * What a key press is called in {@link Shortcut.keys}: "Mod+k", "?", "g". Shift is named with keys that it does not make
 * another sign of.
 */
export function pressName(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'> & { shiftKey?: boolean },
  mac: boolean,
): string {
  const mod = mac ? event.metaKey : event.ctrlKey
  const other = mac ? event.ctrlKey : event.metaKey
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const shifted = event.shiftKey && (key.length > 1 || key !== key.toUpperCase() || key === ' ')
  const named = key === ' ' ? 'Space' : key
  return `${other ? 'Other+' : ''}${mod ? 'Mod+' : ''}${event.altKey ? 'Alt+' : ''}${shifted ? 'Shift+' : ''}${named}`
}
