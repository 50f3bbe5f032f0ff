import { t } from '../../../../src-shared/messages/message'
import { refDebounced } from '@vueuse/core'
import { computed, ref } from 'vue'
import type { SentQuery } from '../../../../src-shared/bridge/send'
import { useBridge } from '../../../bridge'
import { useFileExport } from '../../../lists/export/use-file-export'
import type { ListColumn } from '../../../lists/list/column'
import { useRowList } from '../../../lists/list/row-list'
import { useTemplateChoice } from '../../../lists/use-template-choice'
import { useLiveStore } from '../../../stores/live'

/** Milliseconds of rest before what is typed is searched for, and between two readings while the copy changes. */
const rest = { search: 120, copy: 700 } as const
const day = 24 * 3_600_000

const states = () => [
  { value: 'unknown', label: t('mail.useSentList.noneCame') },
  { value: 'sent', label: t('mail.useSentList.taken') },
  { value: 'refused', label: t('mail.useSentList.refused') },
]
const spans = () => [
  { value: '1', label: t('mail.useSentList.last24Hours') },
  { value: '7', label: t('mail.useSentList.last7Days') },
  { value: '30', label: t('mail.useSentList.last30Days') },
]
const columns: ListColumn[] = [
  { key: 'to', label: t('words.to'), width: 136, grow: true, leaves: 2 },
  { key: 'address', label: t('words.address'), width: 200 },
  { key: 'subject', label: t('words.subject'), width: 200, grow: true },
  { key: 'template', label: t('words.template'), width: 120, leaves: 1 },
  { key: 'state', label: t('words.state'), width: 96 },
  { key: 'at', label: t('words.when'), width: 96, align: 'end' },
]
type FilterKey = 'state' | 'template' | 'since'

/** What was sent, as it is narrowed: by words, by what the service answered, by template and by time. */
export function useSentList(changed: () => unknown) {
  const bridge = useBridge()
  const live = useLiveStore()
  const search = ref('')
  const settled = refDebounced(search, rest.search)
  const filters = ref<Partial<Record<FilterKey, string>>>({})
  const editing = ref<FilterKey | null>(null)
  const { templates } = useTemplateChoice(() => live.copyKey)
  const out = useFileExport()

  const query = computed<SentQuery>(() => {
    const { state, template, since } = filters.value
    return {
      search: settled.value.trim(),
      state: state === 'sent' || state === 'refused' || state === 'unknown' ? state : null,
      templateId: template ?? null,
      since: since === undefined ? null : startOf(Number(since)),
    }
  })

  const { bound, page, count, problem } = useRowList({
    asked: () => query.value,
    read: async (asked, slice, options) => {
      const found = await bridge.send.history({ query: asked, slice }, options)
      return { ...found, rows: found.mails }
    },
    label: t('mail.sentList.sentMails'),
    columns,
    nameOf: ({ subject, to }) => t('mail.sentList.subjectToTo', { subject, to }),
    changes: () => `${String(changed())} ${live.copyKey}`,
    pauseMs: rest.copy,
  })

  const kinds = computed(() => [
    { key: 'state' as const, label: t('words.answer'), options: states() },
    {
      key: 'template' as const,
      label: t('words.template'),
      options: templates.value.map(({ id, name }) => ({ value: id, label: name })),
    },
    { key: 'since' as const, label: t('words.when'), options: spans() },
  ])

  function set(key: FilterKey, to: string | undefined): void {
    const others = Object.entries(filters.value).filter(([name]) => name !== key)
    filters.value = Object.fromEntries(to === undefined ? others : [...others, [key, to]])
    editing.value = null
  }

  return {
    search,
    chips: computed(() =>
      kinds.value.flatMap(({ key, label, options }) => {
        const at = filters.value[key]
        if (at === undefined) return []
        const value = options.find((one) => one.value === at)?.label ?? at
        return [
          {
            key,
            field: label,
            value,
            at,
            options,
            open: editing.value === key,
            edit: () => void (editing.value = key),
            choose: (to: string) => set(key, to),
            remove: () => set(key, undefined),
          },
        ]
      }),
    ),
    /** What it can be narrowed to beside. */
    fields: computed(() =>
      kinds.value
        .filter(({ key, options }) => filters.value[key] === undefined && options.length > 0)
        .map(({ key, label }) => ({ key, label })),
    ),
    /** Narrows it by the first choice of a field, which stands open to be changed. */
    addFilter(key: string): void {
      const kind = kinds.value.find((one) => one.key === key)
      const [first] = kind?.options ?? []
      if (!kind || !first) return
      set(kind.key, first.value)
      editing.value = kind.key
    },
    bound,
    page,
    count,
    problem,
    narrowed: computed(() => settled.value.trim() !== '' || Object.keys(filters.value).length > 0),
    clear(): void {
      search.value = ''
      filters.value = {}
    },
    save(format: 'csv' | 'json'): void {
      void out.start((options) => bridge.send.export({ query: query.value, format }, options))
    },
    out,
  }
}

/** The beginning of so many days before now, by the minute: a list must not become another one by every look at the clock. */
function startOf(days: number): number {
  return Math.floor((Date.now() - days * day) / 60_000) * 60_000
}
