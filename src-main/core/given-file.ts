import type { GivenFile, Host } from './host'
import { problem } from './problems'

/** What takes files from the host. */
interface FileTaker<Taken> {
  addFile(given: GivenFile): Promise<Taken>
}

/**
 * Has a person choose a file; null where they chose none. Rejects with `cancelled` where another profile was opened meanwhile:
 * what a dialog was opened for is not done to that.
 */
export async function addChosen<Taken>(
  choose: () => Promise<GivenFile | null>,
  taker: () => Promise<FileTaker<Taken>>,
): Promise<Taken | null> {
  const current = await taker()
  const given = await choose()
  if ((await taker()) !== current)
    throw problem('cancelled', { why: 'Another profile was opened meanwhile.' })
  return given && current.addFile(given)
}

/** What was dropped or uploaded. Throws `file_unreadable` where nothing is kept for the token; `title`: what was not done. */
export function givenFile(
  host: Pick<Host, 'takeGivenFile'>,
  token: string,
  title = 'The file was not opened',
): GivenFile {
  const given = host.takeGivenFile(token)
  if (given) return given
  throw problem('file_unreadable', {
    title,
    why: 'What was dropped or uploaded is kept for ten minutes and opened once.',
    action: 'Choose the file again.',
  })
}
