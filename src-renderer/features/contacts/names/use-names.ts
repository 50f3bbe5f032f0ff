import { computed, ref, shallowRef } from 'vue'
import type { NamedThing } from '../../../../src-shared/bridge/names'
import type { Problem } from '../../../../src-shared/problem'
import { problemOf, useBridge } from '../../../bridge'

/** What is listed: fields of contacts, or names of events. */
export type NamedKind = 'fields' | 'events'

/** Fields or names of events, with how many have them and what uses them; narrowed by what is searched for. */
export function useNames(kind: () => NamedKind) {
  const bridge = useBridge()
  const all = shallowRef<readonly NamedThing[] | null>(null)
  const total = ref(0)
  const problem = shallowRef<Problem | null>(null)
  const search = ref('')

  async function read(): Promise<void> {
    try {
      const answer = await (kind() === 'fields' ? bridge.names.fields() : bridge.names.events())
      all.value = answer.names
      total.value = answer.total
      problem.value = null
    } catch (error) {
      problem.value = problemOf(error)
    }
  }
  void read()

  return {
    all,
    total,
    problem,
    search,
    read,
    shown: computed(() => {
      const wanted = search.value.trim().toLowerCase()
      return (all.value ?? []).filter(({ name }) => name.toLowerCase().includes(wanted))
    }),
    /** Deletes it at the service, its name being typed; answers of how many. */
    async remove(name: string, typed: string): Promise<number> {
      const call = kind() === 'fields' ? bridge.names.removeField : bridge.names.removeEvents
      const { count } = await call({ name, typed })
      await read()
      return count
    },
  }
}
