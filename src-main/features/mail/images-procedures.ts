import { problem } from '../../core/problems'
import type { Base, Core } from '../../bridge/base'

/** Images of mails; files come from the host, never by a path of the page's. */
export function imageRoutes({ images: os }: Base, core: Core) {
  const { host } = core
  const images = async () => (await core.session()).mailing.images
  return {
    choose: os.choose.handler(async () => {
      const current = await images()
      const given = await host.chooseAttachment()
      // What a dialog was opened for is not done to another profile.
      if ((await images()) !== current)
        throw problem('cancelled', { why: 'Another profile was opened meanwhile.' })
      return { image: given && (await current.upload(given)) }
    }),
    upload: os.upload.handler(async ({ input }) => {
      const given = host.takeGivenFile(input.token)
      if (given) return (await images()).upload(given)
      throw problem('file_unreadable', {
        title: 'The image was not uploaded',
        why: 'What was dropped or uploaded is kept for ten minutes and opened once.',
        action: 'Choose the file again.',
      })
    }),
  }
}
