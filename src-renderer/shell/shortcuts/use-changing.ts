import { computed, ref, shallowRef } from 'vue'
import { onMac } from '../../kit/shortcuts'
import { chordStarts, keysOf, pressName, type Shortcut } from '../../shortcuts'
import { useNoticesStore } from '../../stores/notices'
import { useSettingsStore } from '../../stores/settings'
import { hindranceOf, withKeys } from './own-keys'

const modifiers = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead'])

/** Giving a shortcut other keys: one at a time, by pressing them. What is free is kept at once; what is taken can be swapped. */
export function useChanging() {
  const settings = useSettingsStore()
  const notices = useNoticesStore()
  const changing = shallowRef<Shortcut | null>(null)
  const pressed = ref('')
  const isBegun = computed(() => chordStarts.includes(pressed.value))
  const hindrance = computed(() => {
    if (!changing.value || pressed.value === '' || isBegun.value) return null
    return hindranceOf(changing.value, pressed.value)
  })
  const ownCount = computed(() => Object.keys(settings.settings.shortcuts).length)

  const keep = (shortcuts: Record<string, string>) => notices.attempt(() => settings.update({ shortcuts }))

  function stop(): void {
    changing.value = null
    pressed.value = ''
  }

  function take(own: Shortcut, swapped: Shortcut | null): void {
    const next = withKeys(settings.settings.shortcuts, own, pressed.value, swapped)
    stop()
    void keep(next)
  }

  return {
    changing,
    pressed,
    hindrance,
    ownCount,
    isOwn: (id: string): boolean => id in settings.settings.shortcuts,
    begin(shortcut: Shortcut): void {
      pressed.value = ''
      changing.value = shortcut
    },
    stop,
    press(event: KeyboardEvent): void {
      const own = changing.value
      if (!own || event.isComposing || modifiers.has(event.key)) return
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') return stop()
      const name = pressName(event, onMac)
      pressed.value = isBegun.value ? `${pressed.value} ${name}` : name
      if (isBegun.value || hindrance.value) return
      if (keysOf(own.id).includes(pressed.value)) stop()
      else take(own, null)
    },
    swap(): void {
      const own = changing.value
      if (own && hindrance.value && 'by' in hindrance.value) take(own, hindrance.value.by)
    },
    putBack: () => keep({}),
  }
}
