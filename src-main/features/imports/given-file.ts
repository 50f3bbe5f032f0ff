import type { GivenFile, Host } from '../../core/host'
import { problem } from '../../core/problems'

/** What takes files from the host, or a text instead. */
export interface FileTaker<T> {
  addFile(given: GivenFile): Promise<T>
  addText(text: string): Promise<T>
}

/**
 * Has a person choose a file; null where they chose none. Rejects with `cancelled` where another profile was opened meanwhile:
 * what a dialog was opened for is not done to that.
 */
export async function addChosen<T>(host: Host, taker: () => Promise<FileTaker<T>>): Promise<T | null> {
  const current = await taker()
  const given = await host.chooseImportFile()
  if ((await taker()) !== current)
    throw problem('cancelled', { why: 'Another profile was opened meanwhile.' })
  return given && current.addFile(given)
}

/** Adds a text, or what was dropped or uploaded. Rejects with `file_unreadable` where nothing is kept for the token. */
export async function addGiven<T>(
  host: Host,
  taker: FileTaker<T>,
  input: { kind: 'text'; text: string } | { kind: 'file'; token: string },
): Promise<T> {
  if (input.kind === 'text') return taker.addText(input.text)
  const given = host.takeGivenFile(input.token)
  if (given) return taker.addFile(given)
  throw problem('file_unreadable', {
    title: 'The file was not opened',
    why: 'What was dropped or uploaded is kept for ten minutes and opened once.',
    action: 'Choose the file again.',
  })
}
