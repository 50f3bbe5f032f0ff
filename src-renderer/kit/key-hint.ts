import { t } from '../../src-shared/messages/message'
import { useEventListener } from '@vueuse/core'
import { computed, onBeforeUnmount, shallowRef, type Ref } from 'vue'
import { onMac } from './shortcuts'

/** One thing that keys do: the caps as they are printed ("↑ ↓", "Shift ↵", "Ctrl ↵"), and a verb. */
export type KeyHint = readonly [keys: string, does: string]

interface Part {
  element: Readonly<Ref<HTMLElement | null>>
  hints: () => readonly KeyHint[]
}

/** The parts of the page that say what their keys do. One for the page: the status bar stands outside of all of them. */
const parts = shallowRef<readonly Part[]>([])

/**
 * Says in the status bar what the keys do while the focus is within a part of the page; of parts within parts the
 * innermost speaks. Called in the setup of the component that the part belongs to:
 *
 *     useKeyHint(useTemplateRef<HTMLElement>('root'), () => [['↑ ↓', 'move'], ['↵', 'open']])
 *
 * `hints` may depend on anything reactive; while it is empty, the part around it speaks. The most useful come first:
 * what does not fit is cut. Keys that act everywhere are not said, they stand under `?`.
 */
export function useKeyHint(element: Part['element'], hints: Part['hints']): void {
  const mine: Part = { element, hints }
  parts.value = [...parts.value, mine]
  onBeforeUnmount(() => (parts.value = parts.value.filter((part) => part !== mine)))
}

/** For the status bar: what the keys do where the focus is, in one line. */
export function useShownKeyHint(): Readonly<Ref<string>> {
  const focused = shallowRef<Element | null>(document.activeElement)
  const look = () => (focused.value = document.activeElement)
  useEventListener(document, ['focusin', 'focusout'], look)

  const hints = computed(() => {
    const around = parts.value.filter(
      ({ element, hints: say }) => element.value?.contains(focused.value) && say().length > 0,
    )
    const innermost = around.find(({ element }) =>
      around.every((other) => other.element.value?.contains(element.value) === true),
    )
    return innermost?.hints() ?? []
  })
  return computed(() =>
    hints.value
      .map(([keys, does]) => `${onMac ? keys.replace(t('words.ctrl'), '⌘') : keys} ${does}`)
      .join(' · '),
  )
}
