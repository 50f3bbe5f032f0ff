import { computed, type ComputedRef } from 'vue'
import type { TemplateDetail } from '../../../src-shared/bridge/templates'
import { useBridge } from '../../bridge'
import { useOpened } from '../../composables/opened'
import { useLiveStore } from '../../stores/live'
import { rememberOpened } from '../../stores/recent'
import { useEditing } from '../../kit/save/editing'
import { changesOf, changesSchema, requestOf, writtenOf, type TemplateDraft } from './written'

/** What a person writes of the open template. */
export function useWritten(open: {
  detail: ComputedRef<TemplateDetail | null>
  take: (detail: TemplateDetail) => void
}) {
  const bridge = useBridge()
  const editing = useEditing({
    kind: 'template',
    detail: () => open.detail.value,
    take: open.take,
    writtenOf,
    changesOf,
    withChanges: (base, changes) => ({ ...base, ...changes }),
    changesSchema,
    isEditable: () => true,
    save: ({ id, changes, basis }) => bridge.templates.update({ id, changes: requestOf(changes), basis }),
    // The refusal brought what the service holds into the copy.
    look: (id) => bridge.templates.get({ id }),
  })

  function write(change: Partial<TemplateDraft>): void {
    const now = editing.written.value
    if (now !== null) editing.write({ ...now, ...change })
  }

  return { ...editing, write }
}

/** The open template, kept fresh as the copy changes. */
export function useTemplate(id: () => string | null) {
  const bridge = useBridge()
  const live = useLiveStore()
  rememberOpened('template', id)
  const opened = useOpened<TemplateDetail, Record<never, never>>({
    id,
    get: (template) => bridge.templates.get({ id: template }),
    changes: () => live.copyKey,
    pauseMs: 700,
  })
  const detail: ComputedRef<TemplateDetail | null> = computed(() => opened.fetched.value)
  return { detail, problem: opened.problem, reload: opened.reload, take: opened.take }
}
