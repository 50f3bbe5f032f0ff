import { problem } from '../../../core/problems'
import type { Base, Core } from '../../../bridge/base'

/** Files of which a few columns are used; they come from the host, never by a path of the page's. */
export function listFileRoutes({ listFiles: os }: Base, core: Core) {
  const { host } = core
  const files = async () => (await core.session()).listFiles
  return {
    choose: os.choose.handler(async () => {
      const current = await files()
      const given = await host.chooseImportFile()
      // What a dialog was opened for is not done to another profile.
      if ((await files()) !== current) {
        throw problem('cancelled', { why: 'Another profile was opened meanwhile.' })
      }
      return { file: given && (await current.addFile(given)) }
    }),
    open: os.open.handler(async ({ input }) => {
      const current = await files()
      if (input.kind === 'text') return current.addText(input.text)
      const given = host.takeGivenFile(input.token)
      if (given) return current.addFile(given)
      throw problem('file_unreadable', {
        title: 'The file was not opened',
        why: 'What was dropped or uploaded is kept for ten minutes and opened once.',
        action: 'Choose the file again.',
      })
    }),
    read: os.read.handler(async ({ input }) => (await files()).read(input.fileId, input.reading)),
    letGo: os.letGo.handler(async ({ input }) => {
      await (await files()).letGo(input.fileId)
      return { done: true as const }
    }),
  }
}
