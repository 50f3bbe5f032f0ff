import { toKeep } from '../../../src-shared/messages/told'
import type { RecordRun } from '../../../src-shared/bridge/records'

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
