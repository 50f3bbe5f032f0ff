import { computed, type ComputedRef } from 'vue'
import type { TemplateDetail } from '../../../src-shared/bridge/templates'
import { useBridge } from '../../bridge'
import { useOpened } from '../../composables/opened'
import { useLiveStore } from '../../stores/live'

/** How often the open template is read again while the copy changes (milliseconds). */
const pauseMs = 700

/** The open template, kept fresh as the copy changes. */
export function useTemplate(id: () => string | null) {
  const bridge = useBridge()
  const live = useLiveStore()
  const opened = useOpened<TemplateDetail, Record<never, never>>({
    id,
    get: (template) => bridge.templates.get({ id: template }),
    discard: () => Promise.reject(new Error('A template goes by its name, typed.')),
    changes: () => live.copyKey,
    pushes: () => null,
    pushed: () => null,
    pauseMs,
  })
  const detail: ComputedRef<TemplateDetail | null> = computed(() => opened.fetched.value)
  return { detail, problem: opened.problem, reload: opened.reload, take: opened.take }
}
