import { watch } from 'vue'
import { useRoute } from 'vue-router'
import { screenAt } from '../last-screen'
import { useLiveStore } from '../stores/live'
import { useSettingsStore } from '../stores/settings'

/** Remembers on which screen each profile is, so that the program opens there the next time. */
export function useLastScreen(): void {
  const live = useLiveStore()
  const store = useSettingsStore()
  const route = useRoute()

  watch(
    [() => live.currentId, () => screenAt(route.path), () => store.loaded],
    ([id, screen, loaded]) => {
      const known = store.settings.lastScreens
      if (id === undefined || screen === null || !loaded || known[id] === screen) return
      // Not worth a word where it fails: the program opens on the screen before.
      store.update({ lastScreens: { ...known, [id]: screen } }).catch(() => undefined)
    },
    { immediate: true },
  )
}
