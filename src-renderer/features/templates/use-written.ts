import type { ComputedRef } from 'vue'
import type { TemplateDetail } from '../../../src-shared/bridge/templates'
import { useBridge } from '../../bridge'
import { useEditing } from '../../kit/save/editing'
import { changesOf, changesSchema, requestOf, writtenOf, type Written } from './written'

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

  /** Changes what is written. */
  function write(change: Partial<Written>): void {
    const now = editing.written.value
    if (now !== null) editing.write({ ...now, ...change })
  }

  return { ...editing, write }
}
