import { t } from '../../../src-shared/messages/message'
import type { Base, Core } from '../../bridge/base'
import { addChosen, givenFile } from '../../core/given-file'

/** Mails to one or several people; files come from the host, never by a path of the page's. */
export function sendRoutes({ send: os }: Base, core: Core) {
  const { host } = core
  const mails = async () => (await core.session()).mailing.mails
  const attachments = async () => (await mails()).attachments
  return {
    choose: os.choose.handler(async () => ({
      attachment: await addChosen(() => host.chooseAttachment(), attachments),
    })),
    attach: os.attach.handler(async ({ input }) =>
      (await attachments()).addFile(givenFile(host, input.token, t('mail.procedures.theFileWasNot'))),
    ),
    letGo: os.letGo.handler(async ({ input }) => {
      await (await attachments()).letGo(input.attachmentId)
      return { done: true as const }
    }),
    send: os.send.handler(async ({ input }) => ({ mails: await (await mails()).send(input) })),
    history: os.history.handler(async ({ input }) => (await mails()).history(input.slice)),
    settle: os.settle.handler(async ({ input }) => (await mails()).settle(input.id, input.how)),
  }
}
