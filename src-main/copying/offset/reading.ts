import type { RecordRun } from '../../../src-shared/bridge/records'
import type { AsyncStore } from '../../cache/store'
import { bookmarkSchema, firstBookmark, type RecordBookmark } from './bookmark'
import type { AskPage } from './pages-ahead'
import type { Flow } from './flow'
import { readPass } from './pass'
import { toKeep } from '../../../src-shared/messages/told'

/** What the reading of a whole list works with. */
interface ReadingTools {
  cache: { records: Pick<AsyncStore['records'], 'run' | 'applyPages' | 'mark' | 'unseen'> }
  ask: AskPage
  flow: Flow
  signal: AbortSignal
  /** Told after every transaction, with what the copy then holds. */
  progress(run: RecordRun, copy: { rows: number; revision: number }): void
}

/** How a list was read. */
export interface OffsetReadEnd {
  run: RecordRun
  last: RecordBookmark
  /** Every page met, and nothing is known to be missing: what was not seen is gone. */
  complete: boolean
  /** How many records the service counts beyond those that were seen; 0 where it does not count. */
  missing: number
}

/** A second reading of everything is what is worth doing; a third would meet the same list. */
const mostPasses = 2

/** Reads a list from where its run is to the end: once, and once more where the first reading cannot be trusted. */
export async function readList(runId: number, tools: ReadingTools): Promise<OffsetReadEnd> {
  const { cache, flow, ask, signal } = tools
  const stored = await cache.records.run(runId)
  if (!stored) throw new Error(`There is no run ${runId}`)
  let { run } = stored
  let at = stored.bookmark === null ? firstBookmark(1, run.drift) : bookmarkSchema.parse(stored.bookmark)
  for (;;) {
    const last = await readPass(at, {
      ask,
      flow,
      signal,
      apply: async (pages) => {
        const applied = await cache.records.applyPages({ runId, pages, inFlight: flow.width })
        run = applied.run
        tools.progress(run, applied)
        return applied.outcomes
      },
    })
    run = await cache.records.mark({ runId, bookmark: last, shown: { drift: last.drift } })
    const { unseen } = await cache.records.unseen(runId)
    const missing = last.total === null ? 0 : Math.max(0, last.total - run.received)
    // What it counts and did not list may be what would be deleted: a record that was moved while the list was read.
    const complete = last.gaps === 0 && !(missing > 0 && unseen > 0)
    if (complete || last.pass >= mostPasses) return { run, last, complete, missing }
    at = firstBookmark(last.pass + 1, last.drift)
    run = await cache.records.mark({ runId, bookmark: at, shown: { drift: at.drift } })
  }
}

interface RunEnd {
  /** Whether what was not seen could be taken for gone. */
  complete: boolean
  /** Records that the service counts beyond those that were seen. */
  missing: number
}

/** The report of a run in sentences: what drifted, what was done about it, and what it cannot know. */
export function reportOf({ drift }: Pick<RecordRun, 'drift'>, { complete, missing }: RunEnd): string[] {
  const { reread, gaps, repeated, passes } = drift
  const said: string[] = []
  if (reread > 0) said.push(toKeep('told.listGotShorter', { reread }))
  if (repeated > 0) said.push(toKeep('told.cameAgain', { repeated }))
  if (gaps > 0) said.push(toKeep('told.movedTooFast', { gaps }))
  if (passes > 1) said.push(toKeep('told.readTwice'))
  if (missing > 0) said.push(toKeep('told.countsMore', { missing }))
  if (!complete) said.push(toKeep('told.keptUntilQuieter'))
  return said
}
