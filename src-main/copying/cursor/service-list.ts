import type { Resource, Run } from '../../../src-shared/bridge/sync'
import type { Cache } from '../../cache/store'
import type { Clock } from '../../core/clock'
import { asideNote, doubtedEnd, doubtsAbout, shortfall } from '../completeness'
import type { CopiedList, ListEnd, ListReading } from '../runner'
import type { Connection } from '../connection'
import { readThrough, startedOverNote } from './pass'
import { listedResources } from './resources'
import { nounOf } from '../words'

/** What reading a list of the service takes. */
interface ServiceListTools {
  cache: Cache
  connection: Connection
  clock: Clock
}

/** A list of the service, as runs read it into the copy. */
export function serviceList(tools: ServiceListTools): CopiedList<Run> {
  const { cache, connection, clock } = tools
  return {
    reach: () => connection.reach,
    read: (run, reading) => readList(run, reading, tools),
    beginAgain: ({ resource, mode }) =>
      cache.runs.begin({ resource, mode, cause: 'resumed', now: clock.now() }),
  }
}

async function readList(begun: Run, reading: ListReading<Run>, tools: ServiceListTools): Promise<ListEnd> {
  const { cache, connection, clock } = tools
  const { signal, startedOver } = reading
  let run = begun
  // After a pause or a failure the stored bookmark says where to go on; a run without a page has none yet.
  const row = await cache.runs.get(run.id)
  const end = await readThrough({
    run,
    stored: row?.bookmark ?? { place: { kind: 'start' }, startedOver },
    client: connection.client,
    cache,
    now: () => clock.now(),
    signal,
    progress: (now) => reading.progress((run = now)),
  })
  const { resource, mode, id: runId } = run
  if (end.kind === 'bookmarkRefused') return { kind: 'startOver', said: startedOverNote(mode) }
  const noun = nounOf(resource)
  const aside = await cache.unread.ofRun({ resource, runId })
  const said = aside > 0 ? [asideNote(noun, aside)] : []
  const partial = { kind: 'read', sweep: false, doubts: null } as const
  if (end.kind === 'partial') return { ...partial, said: [...said, end.note] }
  if (mode === 'full') await cache.unread.settle({ resource, runId })
  if (mode !== 'full' || resource === 'eventNames') return { ...partial, said }
  const unseen = await cache.runs.unseen(runId)
  // What could not be read may be a record of the copy: without it nobody knows which are gone.
  const sweep = aside === 0
  const seen = unseen.total - unseen.unseen + aside
  const doubted = end.isDoubted ? doubtedEnd(noun, { seen, promised: run.expected }) : null
  if (doubted !== null) return { ...partial, said: [...said, doubted] }
  const doubts = sweep ? doubtsAbout(run, noun, unseen) : null
  if (doubts) return { kind: 'read', sweep, doubts, said }
  const short = await shortfallOf(run, resource, seen, signal, tools)
  return short === null ? { kind: 'read', sweep, doubts, said } : { ...partial, said: [...said, short] }
}

/** What is missing of what was promised. Records deleted while the list was read are none of that, so it is asked again. */
async function shortfallOf(
  { expected }: Run,
  resource: Exclude<Resource, 'eventNames'>,
  seen: number,
  signal: AbortSignal,
  { cache, connection, clock }: ServiceListTools,
): Promise<string | null> {
  const noun = nounOf(resource)
  if (shortfall(noun, { seen, promised: expected }) === null) return null
  const list = listedResources(connection.client, cache, () => clock.now())[resource]
  const promised = await list.total({ priority: 'sync', signal })
  return shortfall(noun, {
    seen,
    promised: promised === null ? null : Math.min(promised, expected ?? promised),
  })
}
