import { t } from '../../../src-shared/messages/message'
import { type Base, type Core, done } from '../../bridge/base'
import { addChosen, givenFile } from '../../core/given-file'
import { asSent, exportSent, historyOf, latelyTo } from './history'
import { requestTo } from './request'

/** Mails to one or several people; files come from the host, never by a path of the page's. */
export function sendRoutes({ send: os }: Base, core: Core) {
  const { host } = core
  const mails = async () => (await core.session()).mailing.mails
  const holds = async () => (await core.session()).mailing.mailHolds
  const attachments = async () => (await mails()).attachments
  return {
    choose: os.choose.handler(async () => ({
      attachment: await addChosen(() => host.chooseAttachment(), attachments),
    })),
    attach: os.attach.handler(async ({ input }) =>
      (await attachments()).addFile(givenFile(host, input.token, t('mail.procedures.theFileWasNot'))),
    ),
    letGo: os.letGo.handler(async ({ input }) => done((await attachments()).letGo(input.attachmentId))),
    hold: os.hold.handler(async ({ input }) => (await holds()).hold(input)),
    undo: os.undo.handler(async ({ input }) => done((await holds()).undo(input.id))),
    sendNow: os.sendNow.handler(async ({ input }) => (await holds()).sendNow(input.id)),
    dismiss: os.dismiss.handler(async ({ input }) => done(await (await holds()).dismiss(input.id))),
    request: os.request.handler(({ input }) => requestTo(input.email, input.outgoing)),
    test: os.test.handler(async ({ input }) => ({ mails: await (await mails()).test(input) })),
    lately: os.lately.handler(async ({ input }) => {
      const { cache } = await core.session()
      return { mails: await latelyTo({ cache, clock: host.clock }, input.emails) }
    }),
    history: os.history.handler(async ({ input }) => historyOf((await core.session()).cache, input)),
    asSent: os.asSent.handler(async ({ input }) => ({
      sent: await asSent((await core.session()).cache, input.id),
    })),
    export: os.export.handler(async function* ({ input, signal }) {
      yield* exportSent((await core.session()).cache, host, input, signal)
    }),
    settle: os.settle.handler(async ({ input }) => (await mails()).settle(input.id, input.how)),
  }
}

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
