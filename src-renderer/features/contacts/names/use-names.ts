import { computed, ref } from 'vue'
import { useBridge } from '../../../bridge'
import { useAnswer } from '../../../kit/state/answer'

/** What is listed: fields of contacts, or names of events. */
export type NamedKind = 'fields' | 'events'

/** Fields or names of events, with how many have them and what uses them; narrowed by what is searched for. */
export function useNames(kind: () => NamedKind) {
  const bridge = useBridge()
  const {
    answer,
    problem,
    load: read,
  } = useAnswer({
    ask: () => (kind() === 'fields' ? bridge.names.fields() : bridge.names.events()),
  })
  const all = computed(() => answer.value?.names ?? null)
  const search = ref('')

  return {
    all,
    total: computed(() => answer.value?.total ?? 0),
    problem,
    search,
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
