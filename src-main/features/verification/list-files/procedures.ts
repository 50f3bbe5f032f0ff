import { type Base, type Core, done } from '../../../bridge/base'
import { addChosen, givenFile } from '../../../core/given-file'

/** Files of which a few columns are used; they come from the host, never by a path of the page's. */
export function listFileRoutes({ listFiles: os }: Base, core: Core) {
  const { host } = core
  const files = async () => (await core.session()).listFiles
  return {
    choose: os.choose.handler(async () => ({
      file: await addChosen(() => host.chooseImportFile(), files),
    })),
    open: os.open.handler(async ({ input }) => {
      const current = await files()
      if (input.kind === 'text') return current.addText(input.text)
      return current.addFile(givenFile(host, input.token))
    }),
    read: os.read.handler(async ({ input }) => (await files()).read(input.fileId, input.reading)),
    letGo: os.letGo.handler(async ({ input }) => done((await files()).letGo(input.fileId))),
  }
}
