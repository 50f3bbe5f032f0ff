import { t } from '../src-shared/messages/message'
import { shallowRef } from 'vue'
import { screens } from './screens'

/** Who listens: the shell everywhere, or the part of the page that has the focus. */
type Scope = 'shell' | 'list' | 'import' | 'panel' | 'palette' | 'hold' | 'mail' | 'save' | 'graph' | 'canvas'

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
  label: string
  group: ShortcutGroup
  scope: Scope
  /** Whoever listens asks for the keys that a person chose: it can be given others. */
  changeable: boolean
}

/** Id, keys, label and scope of all, in the parts and the order of the dialog. */
const table = {
  'In every list': [
    ['row', ['ArrowUp', 'ArrowDown', 'k', 'j'], t('app.shortcuts.rowUpDown'), 'list'],
    ['screen', ['PageUp', 'PageDown'], t('app.shortcuts.aScreenUpDown'), 'list'],
    ['ends', ['Home', 'End'], t('app.shortcuts.firstLastRow'), 'list'],
    ['open', ['Enter', 'o'], t('app.shortcuts.openTheRow'), 'list'],
    ['edit', ['e'], t('app.shortcuts.openTheRowTo'), 'list'],
    ['pick', ['Space', 'x'], t('app.shortcuts.selectTheRow'), 'list'],
    ['extend', ['Shift+ArrowUp', 'Shift+ArrowDown'], t('app.shortcuts.selectAsYouGo'), 'list'],
    ['all', ['Mod+a'], t('words.selectAllThatMatch'), 'list'],
    ['clear', ['Escape'], t('app.shortcuts.clearSearchThenSelection'), 'list'],
    ['selectAgain', ['Mod+z'], t('app.shortcuts.selectWhatWasCleared'), 'list'],
    ['search', ['/'], t('app.shortcuts.searchInIt'), 'shell'],
    ['intoRows', ['ArrowDown'], t('app.shortcuts.inTheSearchGo'), 'list'],
    ['openFound', ['Enter'], t('app.shortcuts.inTheSearchOpen'), 'list'],
  ],
  'In the side panel': [
    ['neighbour', ['ArrowUp', 'ArrowDown', 'k', 'j'], t('app.shortcuts.previousNextRow'), 'panel'],
    ['close', ['Escape'], t('kit.sidePanel.closeThePanel'), 'panel'],
    ['width', ['ArrowLeft', 'ArrowRight'], t('app.shortcuts.widerNarrowerOnThe'), 'panel'],
    ['height', ['Mod+ArrowUp', 'Mod+ArrowDown'], t('app.shortcuts.higherLowerUnderThe'), 'panel'],
  ],
  'In a contact': [
    ['value', ['ArrowUp', 'ArrowDown'], t('app.shortcuts.valueUpDown'), 'panel'],
    ['enterValue', ['Enter', 'e'], t('app.shortcuts.changeTheValueSave'), 'panel'],
    ['saveNext', ['Tab', 'Shift+Tab'], t('app.shortcuts.saveChangeNextPrevious'), 'panel'],
    ['valueAsItWas', ['Escape'], t('app.shortcuts.leaveTheValueAs'), 'panel'],
    ['flip', ['Space'], t('app.shortcuts.turnYesIntoNo'), 'panel'],
    ['type', ['t'], t('app.shortcuts.changeTheType'), 'panel'],
    ['addField', ['a'], t('words.addAField'), 'panel'],
    ['removeField', ['Delete'], t('words.removeTheField'), 'panel'],
    ['copyValue', ['Mod+c'], t('words.copyTheValue'), 'panel'],
    ['saveJson', ['Mod+Enter'], t('app.shortcuts.inJsonSaveIt'), 'panel'],
    ['undoValue', ['Mod+z'], t('app.shortcuts.giveTheLastValue'), 'panel'],
    ['person', ['j', 'k'], t('app.shortcuts.nextPreviousPerson'), 'panel'],
  ],
  Anywhere: [
    ['palette', ['Mod+k'], t('app.shortcuts.searchOrRunA'), 'shell'],
    ['help', ['?'], t('app.shortcuts.theseShortcuts'), 'shell'],
    ['sync', ['r'], t('words.syncNow'), 'shell'],
    ['add', ['n c'], t('words.addAContact'), 'shell'],
    ['importFile', ['Mod+i'], t('words.importAFile'), 'shell'],
    ['save', ['Mod+s'], t('words.save'), 'save'],
    ['primary', ['Mod+Enter'], t('app.shortcuts.pressThePrimaryButton'), 'shell'],
    ['part', ['F6'], t('app.shortcuts.nextPartOfThe'), 'shell'],
    ['undoHold', ['Mod+z'], t('app.shortcuts.undoASendingThat'), 'hold'],
    ['stop', ['Mod+.'], t('words.stopSending'), 'hold'],
  ],
  'In a mail that you write': [
    ['nextPerson', [']'], t('app.shortcuts.nextPersonOfTheMail'), 'mail'],
    ['previousPerson', ['['], t('words.previousPerson'), 'mail'],
  ],
  'In the palette': [
    ['choose', ['ArrowUp', 'ArrowDown'], t('app.shortcuts.lineUpDown'), 'palette'],
    ['run', ['Enter'], t('app.shortcuts.openOrRunThe'), 'palette'],
    ['more', ['Tab'], t('app.shortcuts.moreActionsOfThe'), 'palette'],
    ['forget', ['Delete'], t('app.shortcuts.forgetARecentThing'), 'palette'],
    ['actions', ['>'], t('app.shortcuts.onlyActions'), 'palette'],
  ],
  'Go to': [
    ...screens.map(({ name, letter, title }) => [name, [`g ${letter}`], title, 'shell'] as const),
    ['outbox', ['g w'], t('app.shortcuts.whatWaits'), 'shell'],
  ],
  'In conditions, workflows, reviews': [
    ['addStep', ['+', 'c'], t('app.shortcuts.putAStepAfter'), 'graph'],
    ['removeStep', ['Delete'], t('words.removeThisStep'), 'graph'],
    ['zoomIn', ['+', '='], t('app.shortcuts.inAWorkflowLarger'), 'canvas'],
    ['zoomOut', ['-'], t('app.shortcuts.inAWorkflowSmaller'), 'canvas'],
    ['zoomFit', ['0'], t('app.shortcuts.inAWorkflowFit'), 'canvas'],
    [
      'walk',
      ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'],
      t('app.shortcuts.fromStepToStep'),
      'canvas',
    ],
    ['mailDark', ['d'], t('app.shortcuts.mailDark'), 'canvas'],
    ['whoIsHere', ['Enter'], t('app.shortcuts.whoIsAtTheStep'), 'canvas'],
  ],
  'In an import': [
    ['paste', ['Mod+v'], t('app.shortcuts.pasteRowsAtThe'), 'import'],
    ['mapRow', ['Mod+ArrowUp', 'Mod+ArrowDown'], t('app.shortcuts.sameFieldNextColumn'), 'import'],
    ['cell', ['ArrowLeft', 'ArrowRight'], t('app.shortcuts.cellLeftRight'), 'import'],
    ['repair', ['Enter', 'F2', 'e'], t('app.shortcuts.repairTheCell'), 'import'],
    ['use', ['Enter'], t('app.shortcuts.inACellUse'), 'import'],
    ['alike', ['Mod+Enter'], t('app.shortcuts.inACellUse2'), 'import'],
    ['nextFault', ['Tab'], t('app.shortcuts.inACellGo'), 'import'],
    ['asItWas', ['Escape'], t('app.shortcuts.inACellLeave'), 'import'],
    ['leaveRowOut', ['Mod+Delete'], t('app.shortcuts.inACellLeave2'), 'import'],
    ['leaveOut', ['Delete'], t('app.shortcuts.leaveTheRowsOut'), 'import'],
  ],
} as const satisfies Record<
  string,
  readonly (readonly [string, readonly [string, ...string[]], string, Scope])[]
>

/** The parts of the dialog. */
type ShortcutGroup = keyof typeof table

const isGroup = (name: string): name is ShortcutGroup => name in table

/** What each part is called. */
export const groupTitles: Record<ShortcutGroup, string> = {
  'In every list': t('app.shortcuts.inEveryList'),
  'In the side panel': t('app.shortcuts.inTheSidePanel'),
  'In a contact': t('app.shortcuts.inAContact'),
  Anywhere: t('app.shortcuts.anywhere'),
  'In a mail that you write': t('app.shortcuts.inAMailThatYouWrite'),
  'In the palette': t('app.shortcuts.inThePalette'),
  'Go to': t('app.shortcuts.goTo'),
  'In conditions, workflows, reviews': t('app.shortcuts.inConditionsWorkflowsReviews'),
  'In an import': t('app.shortcuts.inAnImport'),
}

/** The parts of the dialog, in its order. */
export const shortcutGroups = Object.keys(table).filter(isGroup)

/** Whose listeners ask for the keys that a person chose, beside those of these scopes. */
const changeableIds: readonly string[] = [
  'edit',
  'all',
  'selectAgain',
  'type',
  'addField',
  'removeField',
  'undoValue',
  'repair',
  'alike',
  'leaveRowOut',
  'leaveOut',
  'zoomIn',
  'zoomOut',
  'zoomFit',
]
const changeableScopes: readonly Scope[] = ['shell', 'save', 'hold', 'graph']

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
  PageUp: t('app.shortcuts.pgUp'),
  PageDown: t('app.shortcuts.pgDn'),
  Home: t('app.shortcuts.home'),
  End: t('app.shortcuts.end'),
  Space: t('app.shortcuts.space'),
  Shift: t('app.shortcuts.shift'),
  Escape: t('words.esc'),
  Enter: '↵',
  Delete: t('words.del'),
}

/** A combination as it is printed on keys: "Mod+k" as ["Ctrl", "K"], "g o" as ["G", "O"]. */
export function keyCaps(combination: string, mac: boolean): string[] {
  // A plus that is a key of its own stands at the end.
  return combination.split(/ |\+(?!$)/).map((key) => {
    if (key === 'Mod') return mac ? '⌘' : t('words.ctrl')
    return names[key] ?? (key.length === 1 ? key.toUpperCase() : key)
  })
}

/** What a key press is called in {@link Shortcut.keys}: "Mod+k", "?", "g". Shift is named with keys that it does not make another sign of. */
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
