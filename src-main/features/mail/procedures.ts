import { problem } from '../../core/problems'
import type { Base, Core } from '../../bridge/base'

/** Mails to one or several people; files come from the host, never by a path of the page's. */
export function sendRoutes({ send: os }: Base, core: Core) {
  const { host } = core
  const mails = async () => (await core.session()).mailing.mails
  return {
    choose: os.choose.handler(async () => {
      const current = await mails()
      const given = await host.chooseAttachment()
      // What a dialog was opened for is not done to another profile.
      if ((await mails()) !== current) {
        throw problem('cancelled', { why: 'Another profile was opened meanwhile.' })
      }
      return { attachment: given && (await current.attachments.add(given)) }
    }),
    attach: os.attach.handler(async ({ input }) => {
      const { attachments } = await mails()
      const given = host.takeGivenFile(input.token)
      if (given) return attachments.add(given)
      throw problem('file_unreadable', {
        title: 'The file was not attached',
        why: 'What was dropped or uploaded is kept for ten minutes and opened once.',
        action: 'Choose the file again.',
      })
    }),
    letGo: os.letGo.handler(async ({ input }) => {
      await (await mails()).attachments.letGo(input.attachmentId)
      return { done: true as const }
    }),
    send: os.send.handler(async ({ input }) => ({ mails: await (await mails()).send(input) })),
    history: os.history.handler(async ({ input }) => (await mails()).history(input.slice)),
    settle: os.settle.handler(async ({ input }) => (await mails()).settle(input.id, input.how)),
  }
}
