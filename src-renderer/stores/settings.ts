import { usePreferredDark } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, shallowRef, watchEffect } from 'vue'
import type { About, Settings } from '../../src-shared/bridge/settings'
import { useBridge } from '../bridge'
import { chosenKeys } from '../shortcuts'
import type { ThemeName } from '../theme/tokens'

const untilLoaded: Settings = {
  appearance: { theme: 'system', density: 'regular' },
  language: 'system',
  dismissed: [],
  columns: {},
  holdSeconds: 30,
  notices: { jobs: true, runs: true, brake: true },
  shortcuts: {},
  actionUses: {},
  lastScreens: {},
}

/** Theme, density, columns and put-away notices, kept by the core; and what the program says about itself. */
export const useSettingsStore = defineStore('settings', () => {
  const bridge = useBridge()
  const settings = shallowRef<Settings>(untilLoaded)
  const about = shallowRef<About | null>(null)
  const loaded = shallowRef(false)
  const systemDark = usePreferredDark()

  const theme = computed<ThemeName>(() => {
    const chosen = settings.value.appearance.theme
    if (chosen !== 'system') return chosen
    return systemDark.value ? 'dark' : 'light'
  })
  const density = computed(() => settings.value.appearance.density)
  watchEffect(() => (chosenKeys.value = settings.value.shortcuts))

  /** Asks the core for both. Rejects when it does not answer. */
  async function load(): Promise<void> {
    const [stored, described] = await Promise.all([bridge.settings.get(), bridge.settings.about()])
    settings.value = stored
    about.value = described
    loaded.value = true
  }

  /** Changes what is given, at once on screen; taken back and rejected where the core refuses. */
  async function update(changes: Partial<Settings>): Promise<void> {
    const before = settings.value
    settings.value = { ...before, ...changes }
    try {
      settings.value = await bridge.settings.update(changes)
    } catch (error) {
      settings.value = before
      throw error
    }
  }

  async function dismiss(notice: string): Promise<void> {
    if (settings.value.dismissed.includes(notice)) return
    await update({ dismissed: [...settings.value.dismissed, notice] })
  }

  return { settings, about, loaded, theme, density, load, update, dismiss }
})
