import { t } from '../../src-shared/messages/message'
import { tell } from '../../src-shared/messages/told'
import type { GivenFile, Host } from './host'
import { problem } from './problems'

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
    throw problem('cancelled', { why: tell('core.givenFile.anotherProfileWasOpened') })
  return given && current.addFile(given)
}

/** What was dropped or uploaded. Throws `file_unreadable` where nothing is kept for the token; `title`: what was not done. */
export function givenFile(
  host: Pick<Host, 'takeGivenFile'>,
  token: string,
  title = t('core.givenFile.theFileWasNot'),
): GivenFile {
  const given = host.takeGivenFile(token)
  if (given) return given
  throw problem('file_unreadable', {
    title,
    why: tell('core.givenFile.whatWasDroppedOr'),
    action: tell('words.chooseTheFileAgain'),
  })
}
