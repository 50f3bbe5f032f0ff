import { t } from '../../../../src-shared/messages/message'
import { computed, reactive, ref, watch } from 'vue'
import { useRoute } from 'vue-router'
import { verdictDays } from '../../../../src-shared/bridge/verdicts'
import type { ListFile } from '../../../../src-shared/bridge/list-files'
import type { Batch, BatchSource } from '../../../../src-shared/bridge/verification'
import { useBridge } from '../../../bridge'
import { useOnward } from '../../../composables/onward'
import { useAnswer } from '../../../kit/state/answer'
import { useSaving } from '../../../kit/save/saving'
import { batchLink } from '../../../links'
import { useLiveStore } from '../../../stores/live'
import type DropBox from './DropBox.vue'
import { callsOf } from './draft-words'
import { daysIn, sourceOf, type Lately, type SourceKind } from './source-form'
import { useDraft } from './use-draft'
import { useListFile } from './use-list-file'
import { useSources } from './use-sources'

/** What another screen asked for: whom list health counts. */
const asked: Partial<Record<string, Lately>> = { never: 'never', expired: 'expired', unknown: 'unknown' }

/** A new batch while it is chosen: its form, the draft that it makes, and its start. In one piece: every part follows the form. */
export function useNewBatch() {
  const bridge = useBridge()
  const live = useLiveStore()
  const route = useRoute()
  const onward = useOnward()
  const list = useListFile()
  const sources = useSources()
  const { busy, problem: refusal, run } = useSaving()
  const box = ref<InstanceType<typeof DropBox> | null>(null)
  const lately = asked[String(route.query.source)] ?? 'days'
  const form = reactive({
    kind: 'lately' as SourceKind,
    lately,
    days: String(verdictDays.known),
    segmentId: '',
    viewId: '',
    text: '',
    column: null as number | null,
    // Who is unknown has a verdict that still counts.
    again: (lately === 'unknown' ? 'all' : 'expired') as 'expired' | 'older' | 'all',
    older: '30',
    name: '',
    repeat: null as number | null,
  })
  const { answer: health } = useAnswer({ ask: () => bridge.verdicts.health(), of: () => live.currentId })
  void sources.loadViews()
  if (!live.offline) void sources.loadSegments()

  watch(list.file, (file) => (form.column = file?.likely ?? null))
  watch(sources.segments, (found) => (form.segmentId ||= found?.[0]?.id ?? ''))
  watch(sources.views, (found) => (form.viewId ||= found?.[0]?.id ?? ''))
  watch(
    [() => form.kind, () => form.lately, () => form.segmentId, () => form.viewId],
    () => (form.repeat = null),
  )
  watch(
    () => form.lately,
    (now, was) => {
      if (now === 'unknown') form.again = 'all'
      else if (was === 'unknown') form.again = 'expired'
    },
  )
  // A file is not the text that was pasted, and the other way about.
  watch(
    () => form.kind,
    (now, was) => {
      if ((now === 'pasted' || was === 'pasted') && list.file.value) void list.letGo()
    },
  )

  const segment = computed(() => sources.segments.value?.find(({ id }) => id === form.segmentId) ?? null)
  const view = computed(() => sources.views.value?.find(({ id }) => id === form.viewId) ?? null)
  const older = computed(() => {
    if (form.again === 'expired') return null
    return form.again === 'all' ? 0 : daysIn(form.older)
  })
  const source = computed<BatchSource | null>(() => {
    if (form.repeat !== null) return { kind: 'repeat', id: form.repeat }
    const fileId = list.file.value?.fileId ?? null
    return sourceOf({ ...form, fileId, segment: segment.value, view: view.value })
  })
  const draft = useDraft(
    computed(() => {
      const found = source.value
      return found === null || (form.again === 'older' && older.value === null)
        ? null
        : { source: found, older: older.value }
    }),
  )
  const { detail } = draft
  /** The name that nobody wrote: that of the draft. */
  let proposed = ''
  watch(
    () => detail.value?.name,
    (name) => {
      if (name === undefined || (form.name !== proposed && form.name !== '')) return
      proposed = name
      form.name = name
    },
  )

  async function start(): Promise<void> {
    const batch = detail.value
    const calls = batch && callsOf(batch)
    if (!batch || calls === null || busy.value || batch.addresses === 0) return
    if (calls > 0 && hindrance.value !== '') return
    const go = onward()
    await run(async () => {
      const id = await draft.keep(form.name.trim() || batch.name, calls > 0)
      if (id !== null) await go(batchLink(id))
    })
  }

  const hindrance = computed(() => {
    if (live.current?.readOnly) return t('words.thisProfileIsReadOnlyNothing')
    return live.offline ? t('verification.useNewBatch.offlineNobodyCanBe') : ''
  })

  return {
    form,
    list,
    sources,
    health,
    detail,
    busy,
    box: (made: unknown) => (box.value = made as InstanceType<typeof DropBox> | null),
    problem: computed(() => refusal.value ?? draft.problem.value),
    hindrance,
    offline: computed(() => live.offline),
    calls: computed(() => detail.value && callsOf(detail.value)),
    counts: computed(() => ({
      lately: health.value ? health.value.notChecked + health.value.expired : null,
      segment: sources.segments.value?.length ?? null,
      view: sources.views.value?.length ?? null,
    })),
    title: computed(() => detail.value?.name ?? t('words.newBatch')),
    missing: computed(() =>
      form.kind === 'file' || form.kind === 'pasted'
        ? t('verification.useNewBatch.noAddressesYet')
        : source.value
          ? t('words.counting')
          : t('verification.useNewBatch.nothingIsChosenYet'),
    ),
    takeFile(file: ListFile): void {
      // A pasted text is opened as a file is.
      if (!file.pasted) form.kind = 'file'
      form.repeat = null
      list.take(file)
    },
    paste(text: string): void {
      form.kind = 'pasted'
      form.text = text
      void box.value?.openText(text)
    },
    read(text: string): void {
      form.repeat = null
      if (text.trim() === '') void list.letGo()
      else void box.value?.openText(text)
    },
    choose: () => box.value?.choose(),
    repeat: (batch: Batch) => (form.repeat = batch.id),
    start,
  }
}
