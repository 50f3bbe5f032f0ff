import { t } from '../../../src-shared/messages/message'
import { refDebounced } from '@vueuse/core'
import { computed, type ComputedRef, type Ref } from 'vue'
import { useBridge } from '../../bridge'
import { statusWord } from '../../features/campaigns'
import { useAnswer } from '../../kit/state/answer'
import { useKindLine } from './kinds'
import type { PaletteLine } from './lines'

const shown = 4

/** Milliseconds of rest before the copy is asked: a fast typist's letters are one question. */
const rest = 60

/** Campaigns, segments, templates, workflows and domains whose name a search finds in the copy, as lines: of each kind the newest first. */
export function useCatalogueLines(search: Ref<string>): ComputedRef<PaletteLine[]> {
  const { campaigns, segments, templates, workflows, domains } = useBridge()
  const kindLine = useKindLine()
  const settled = refDebounced(search, rest)
  // Why the copy cannot be asked is said beside the contacts, which are searched with it.
  const { answer } = useAnswer({
    async ask(signal): Promise<PaletteLine[]> {
      if (settled.value === '') return []
      const sort = { by: 'updated' as const, direction: 'desc' as const }
      const asked = {
        query: { search: settled.value, kinds: null, sort },
        slice: { offset: 0, limit: shown },
      }
      const found = await Promise.all([
        campaigns.page(asked, { signal }).then(({ rows }) =>
          rows.map(({ id, name, subject, status }) => {
            return kindLine('campaign', id, name, {
              group: t('words.campaigns'),
              hint: subject,
              when: statusWord(status).word,
            })
          }),
        ),
        segments.page(asked, { signal }).then(({ rows }) =>
          rows.map(({ id, name, members }) => {
            const hint = members === null ? '' : t('counts.people', { count: members })
            return kindLine('segment', id, name, { group: t('words.segments'), hint })
          }),
        ),
        templates.page(asked, { signal }).then(({ rows }) =>
          rows.map(({ id, name, subject }) => {
            return kindLine('template', id, name, { group: t('words.templates'), hint: subject })
          }),
        ),
        workflows
          .page(asked, { signal })
          .then(({ rows }) =>
            rows.map(({ id, name }) => kindLine('workflow', id, name, { group: t('words.workflows') })),
          ),
        domains
          .page(asked, { signal })
          .then(({ rows }) =>
            rows.map(({ id, domain }) => kindLine('domain', id, domain, { group: t('words.domains') })),
          ),
      ])
      return found.flat()
    },
    changes: () => settled.value,
    forgets: true,
  })
  return computed(() => (search.value === '' ? [] : (answer.value ?? [])))
}
