import { t } from '../../../src-shared/messages/message'
import { computed, type ComputedRef } from 'vue'
import { useSettingsStore } from '../../stores/settings'
import type { PaletteLine } from './lines'

const shown = 3

/** What is shown of actions that were not used yet. */
const usual: readonly string[] = ['action:sync', 'action:add', 'action:import']

/** The actions that are used most, the most used first; those that most people need where few were used. */
export function useOftenLines(actions: ComputedRef<readonly PaletteLine[]>): ComputedRef<PaletteLine[]> {
  const settings = useSettingsStore()
  return computed(() => {
    const uses = settings.settings.actionUses
    const usesOf = (id: string) => uses[id] ?? 0
    const known = actions.value.filter(({ id }) => usesOf(id) > 0 || usual.includes(id))
    const first = [...known].sort((one, other) => usesOf(other.id) - usesOf(one.id))
    return first
      .slice(0, shown)
      .map((line) => ({ ...line, hint: '', group: t('shell.oftenLines.oftenUsed') }))
  })
}

/** Counts that an action was run; what is of one screen or one thing is not counted. */
export function useCountedAction(): (line: PaletteLine) => void {
  const settings = useSettingsStore()
  return ({ id }) => {
    if (!/^action:(?!page-|profile-)/.test(id)) return
    const uses = settings.settings.actionUses
    // How often is not worth a word where it cannot be kept.
    settings.update({ actionUses: { ...uses, [id]: (uses[id] ?? 0) + 1 } }).catch(() => undefined)
  }
}
