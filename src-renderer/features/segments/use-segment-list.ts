import { t } from '../../../src-shared/messages/message'
import { ref, shallowRef, watch } from 'vue'
import type { UsedBy } from '../../../src-shared/bridge/catalogue'
import type { SegmentDays, SegmentRow } from '../../../src-shared/bridge/segments'
import { useBridge } from '../../bridge'
import { useCatalogueList } from '../../lists/catalogue/catalogue-list'
import type { ListColumn } from '../../lists/list/column'
import { useLiveStore } from '../../stores/live'

const slice = 500

const columns: ListColumn[] = [
  { key: 'name', label: t('segments.segmentsPage.segmentAndWhoIs'), width: 260, grow: true, sortable: true },
  { key: 'people', label: t('words.people'), width: 136, align: 'end' },
  { key: 'days', label: t('segments.segmentsPage.12WeeksLast7'), width: 190, leaves: 2 },
  { key: 'uses', label: t('words.usedBy'), width: 150, leaves: 1 },
]

/** The segments of the copy, with what uses each and how it went with them lately. */
export function useSegmentList() {
  const bridge = useBridge()
  const live = useLiveStore()
  const uses = shallowRef<Readonly<Record<string, UsedBy[]>> | null>(null)
  const days = shallowRef<ReadonlyMap<string, SegmentDays>>(new Map())
  const counts = shallowRef({ all: 0, dynamic: 0, static: 0, unused: 0 })
  const unused = ref(false)

  type Read = typeof bridge.segments.page
  async function readAll(query: Parameters<Read>[0]['query']): Promise<SegmentRow[]> {
    const rows: SegmentRow[] = []
    for (;;) {
      const page = await bridge.segments.page({ query, slice: { offset: rows.length, limit: slice } })
      rows.push(...page.rows)
      if (page.rows.length < slice) return rows
    }
  }

  const list = useCatalogueList<SegmentRow>(
    'segments',
    async (input, options) => {
      const page = await bridge.segments.page(input, options)
      const known = uses.value
      if (!unused.value || known === null) return page
      const rows = (await readAll(input.query)).filter(({ id }) => known[id] === undefined)
      const { offset, limit } = input.slice
      return { ...page, rows: rows.slice(offset, offset + limit), count: rows.length }
    },
    { columns },
  )

  async function look(): Promise<void> {
    const all = await readAll({ search: '', kinds: null, sort: { by: 'name', direction: 'asc' } })
    const [used, daily] = await Promise.all([bridge.segments.uses(), bridge.segments.days()])
    uses.value = used.uses
    days.value = new Map(daily.segments.map((one) => [one.id, one]))
    const of = (kind: SegmentRow['kind']) => all.filter((row) => row.kind === kind).length
    counts.value = {
      all: all.length,
      dynamic: of('dynamic'),
      static: of('static'),
      unused: all.filter(({ id }) => used.uses[id] === undefined).length,
    }
  }
  // The list itself says why the copy cannot be read; without these it shows what it can.
  watch(
    () => live.copyKey,
    () => look().catch(() => undefined),
    { immediate: true },
  )
  watch(unused, () => list.readAgain())

  return {
    list,
    unused,
    counts,
    usesOf: (id: string) => uses.value?.[id] ?? [],
    daysOf: (id: string) => days.value.get(id) ?? null,
  }
}
