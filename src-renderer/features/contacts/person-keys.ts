import { pressName } from '../../shortcuts'
import { endsTwo, isPress, isTyping, onMac } from '../../kit/shortcuts'

/** Where keys have a meaning of their own. */
const taken = '[role="menu"], [role="separator"], [role="dialog"], [aria-modal="true"]'

/** What keys do in the panel of a contact. `undo` answers whether there was anything to take back. */
export interface PersonKeys {
  person: (rows: 1 | -1) => void
  value: (rows: 1 | -1) => void
  edit: () => void
  add: () => void
  undo: () => boolean
}

/** What a key does in the panel of a contact: J, K and the arrows move, E and A enter a value, Ctrl Z gives the last one back. */
export function personPressed(event: KeyboardEvent, keys: PersonKeys): void {
  const { target } = event
  if (event.defaultPrevented || isTyping(target) || endsTwo(event)) return
  if (target instanceof Element && target.closest(taken)) return
  const acts: Record<string, () => unknown> = {
    j: () => keys.person(1),
    k: () => keys.person(-1),
    ArrowDown: () => keys.value(1),
    ArrowUp: () => keys.value(-1),
    e: keys.edit,
  }
  const press = pressName(event, onMac)
  if (isPress(event, 'undoValue') && keys.undo()) return event.preventDefault()
  const act = isPress(event, 'addField') ? keys.add : event.shiftKey ? undefined : acts[press]
  if (!act) return
  act()
  event.preventDefault()
}
