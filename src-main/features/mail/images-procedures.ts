import { t } from '../../../src-shared/messages/message'
import type { Base, Core } from '../../bridge/base'
import { addChosen, givenFile } from '../../core/given-file'

/** Images of mails; files come from the host, never by a path of the page's. */
export function imageRoutes({ images: os }: Base, core: Core) {
  const { host } = core
  const images = async () => (await core.session()).mailing.images
  return {
    choose: os.choose.handler(async () => ({
      image: await addChosen(() => host.chooseAttachment(), images),
    })),
    upload: os.upload.handler(async ({ input }) => {
      const given = givenFile(host, input.token, t('mail.imagesProcedures.theImageWasNot'))
      return (await images()).addFile(given)
    }),
  }
}
