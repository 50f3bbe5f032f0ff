import type { RecordRun } from '../../../src-shared/bridge/records'

/** How a run came to its end. */
export interface RunEnd {
  /** Whether what was not seen could be taken for gone. */
  complete: boolean
  /** Records that the service counts beyond those that were seen. */
  missing: number
}

/** The report of a run in sentences: what drifted, what was done about it, and what it cannot know. */
export function reportOf({ drift }: Pick<RecordRun, 'drift'>, { complete, missing }: RunEnd): string[] {
  const { reread, gaps, repeated, passes } = drift
  const said: string[] = []
  if (reread > 0) {
    said.push(
      `The list got shorter while it was read: ${several(reread, 'page')} did not meet what was read before and ${reread === 1 ? 'was' : 'were'} read again from further up.`,
    )
  }
  if (repeated > 0)
    said.push(`${several(repeated, 'record')} came again, because others came in before them.`)
  if (gaps > 0) said.push(`At ${several(gaps, 'place')} the list moved too fast to be followed.`)
  if (passes > 1) said.push('The whole list was read twice.')
  if (missing > 0) {
    said.push(
      `The service counts ${several(missing, 'record')} more than it listed. The next run looks for ${missing === 1 ? 'it' : 'them'}.`,
    )
  }
  if (!complete) said.push('What it did not list was kept: a quieter run will tell what is gone.')
  return said
}

function several(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`
}
