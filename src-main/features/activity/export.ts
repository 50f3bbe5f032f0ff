import { t } from '../../../src-shared/messages/message'
import { lazily } from '../../../src-shared/lazily'
import { localDate } from '../../../src-shared/instants'
import {
  activityDetailSchema,
  type ActivityDetail,
  type ActivityFilter,
} from '../../../src-shared/bridge/activity'
import type { ExportProgress } from '../../../src-shared/bridge/grid'
import type { Cache } from '../../cache/store'
import type { Host } from '../../core/host'
import { writeExport } from '../exports'

const sliceSize = 500

const header = lazily(() =>
  Object.keys(activityDetailSchema.unwrap().omit({ id: true, job: true, told: true }).shape),
)

/** Writes the activity log to a file, the newest first, with what was sent. */
export async function* exportActivity(
  cache: Cache,
  host: Host,
  { filter, format }: { filter: ActivityFilter; format: 'csv' | 'json' },
  signal: AbortSignal | undefined,
): AsyncGenerator<ExportProgress, void, undefined> {
  const { count } = await cache.activity.page({ filter, slice: { offset: 0, limit: 1 } })
  yield* writeExport<ActivityDetail>(
    {
      name: t('activity.export.activityDayof', { dayOf: localDate(host.clock.now()) }),
      format,
      // Titles and paths hold what people typed elsewhere.
      guardFormulas: true,
      total: count,
      slices: () => read(cache, filter),
      header: header(),
      cells: (entry) => Object.values(shown(entry)),
      object: shown,
    },
    host,
    signal,
  )
}

/** Entries are only added, at the front: what was read already is known by its id and not written twice. */
async function* read(
  cache: Cache,
  filter: ActivityFilter,
): AsyncGenerator<ActivityDetail[], void, undefined> {
  const seen = new Set<number>()
  for (let offset = 0; ; offset += sliceSize) {
    const { entries } = await cache.activity.page({ filter, slice: { offset, limit: sliceSize } })
    if (entries.length === 0) return
    const fresh = entries.filter(({ id }) => !seen.has(id))
    const details: ActivityDetail[] = []
    for (const { id } of fresh) {
      seen.add(id)
      const detail = await cache.activity.get(id)
      if (detail) details.push(detail)
    }
    yield details
  }
}

/** The columns of {@link header}, in their order. */
function shown(entry: ActivityDetail): Record<string, unknown> {
  const told: Record<string, unknown> = { ...entry, at: new Date(entry.at).toISOString() }
  return Object.fromEntries(header().map((name) => [name, told[name]]))
}
