import { t } from '../../../src-shared/messages/message'
import { lazily } from '../../../src-shared/lazily'
import { localDate } from '../../../src-shared/instants'
import {
  activityDetailSchema,
  type ActivityDetail,
  type ActivityFilter,
} from '../../../src-shared/bridge/activity'
import type { Slice } from '../../../src-shared/bridge/base'
import type { ExportProgress } from '../../../src-shared/bridge/grid'
import type { Cache } from '../../cache/store'
import type { Host } from '../../core/host'
import { newestFirst, writeExport } from '../exports'

const header = lazily(() =>
  Object.keys(activityDetailSchema.unwrap().omit({ id: true, job: true, told: true }).shape),
)

/** So many details are in memory at once: each may hold a whole body that was sent, and what it replaced. */
const detailsAtOnce = 50

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
      total: count,
      slices: () => read(cache, filter),
      header: header(),
      object: shown,
    },
    host,
    signal,
  )
}

async function* read(
  cache: Cache,
  filter: ActivityFilter,
): AsyncGenerator<ActivityDetail[], void, undefined> {
  const page = async (slice: Slice) => (await cache.activity.page({ filter, slice })).entries
  for await (const entries of newestFirst(page)) {
    for (let at = 0; at < entries.length; at += detailsAtOnce) {
      const some = entries.slice(at, at + detailsAtOnce)
      const details = await Promise.all(some.map(({ id }) => cache.activity.get(id)))
      yield details.filter((detail) => detail !== null)
    }
  }
}

/** The columns of {@link header}, in their order. */
function shown(entry: ActivityDetail): Record<string, unknown> {
  const told: Record<string, unknown> = { ...entry, at: new Date(entry.at).toISOString() }
  return Object.fromEntries(header().map((name) => [name, told[name]]))
}
