import { onMac } from '../../kit/shortcuts'
import { keyCaps, keysOf, shortcutGroups, shortcuts, type Shortcut } from '../../shortcuts'

/** A part of the dialog, with what is shown of it. */
export interface ListedGroup {
  title: Shortcut['group']
  items: readonly Shortcut[]
}

/** What on the page makes a part of the list mean something; the parts that are not named always do. */
const places: Partial<Record<Shortcut['group'], string>> = {
  'In every list': 'main [role="grid"]',
  'In the side panel': '.side-panel',
  'In conditions, workflows, reviews': 'main [data-step], main .condition, main [data-review]',
  'In an import': 'main [data-import]',
}

/** The parts of the list that act on the page as it is now. */
export function groupsHere(): ReadonlySet<string> {
  const acts = (title: Shortcut['group']) => {
    const place = places[title]
    return place === undefined || document.querySelector(place) !== null
  }
  return new Set(shortcutGroups.filter(acts))
}

/** Whether a shortcut does what was typed, or is pressed by it: "sync", "ctrl k", "g o". */
function isMeant(shortcut: Shortcut, text: string): boolean {
  const wanted = text.trim().toLowerCase()
  if (shortcut.label.toLowerCase().includes(wanted)) return true
  return keysOf(shortcut.id).some((keys) => keyCaps(keys, onMac).join(' ').toLowerCase().startsWith(wanted))
}

/** The parts of the list with what is meant by a text; empty parts are left out. */
export function listed(text: string, groups: ReadonlySet<string> | null): ListedGroup[] {
  return shortcutGroups
    .filter((title) => groups?.has(title) ?? true)
    .map((title) => ({
      title,
      items: shortcuts.filter((shortcut) => shortcut.group === title && isMeant(shortcut, text)),
    }))
    .filter(({ items }) => items.length > 0)
}
