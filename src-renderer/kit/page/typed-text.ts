import { ref } from 'vue'

type TextField = HTMLInputElement | HTMLTextAreaElement

const otherTypes = new Set(['button', 'checkbox', 'color', 'file', 'radio', 'range', 'submit'])

function isTextField(target: EventTarget | null): target is TextField {
  if (target instanceof HTMLTextAreaElement) return true
  return target instanceof HTMLInputElement && !otherTypes.has(target.type)
}

/** Whether what was typed would be missed. Within `data-kept` it is kept elsewhere, or is not worth a question. */
function isMissed(field: TextField, before: string): boolean {
  return field.isConnected && field.value !== before && field.closest('[data-kept]') === null
}

/** Closing a part by Esc asks first where text was typed: `listeners` are its element's; where `asking`, a `DiscardStrip` stands. */
export function useTypedText(close: () => void) {
  /** What stood in fields before somebody typed into them. */
  const before = new Map<TextField, string>()
  const asking = ref(false)

  const isTyped = () => [...before].some(([field, text]) => isMissed(field, text))

  /** Not every way of typing is announced: what stood there is then taken to be nothing. */
  function note({ target, type }: Event): void {
    if (isTextField(target) && !before.has(target)) before.set(target, type === 'input' ? '' : target.value)
  }

  return {
    asking,
    listeners: { beforeinput: note, input: note },
    /** Esc was pressed: closes, or asks; where it asks already, all stays as it is. */
    leave: (): void => {
      if (asking.value) asking.value = false
      else if (isTyped()) asking.value = true
      else close()
    },
    /** It was opened anew: nothing is typed yet. */
    forget: (): void => {
      before.clear()
      asking.value = false
    },
  }
}
