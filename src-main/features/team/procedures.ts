import { done, type Base, type Core } from '../../bridge/base'

/** The shared folder, its people, and sign-offs by several of them. */
export function teamRoutes({ team: os }: Base, core: Core) {
  const team = async () => (await core.session()).team
  const signOffs = async () => (await core.session()).mailing.teamSignOffs
  return {
    share: os.share.handler(async ({ input }) => done((await team()).share(input.folder, input.name))),
    move: os.move.handler(async ({ input }) => done((await team()).move(input.folder))),
    stop: os.stop.handler(async () => done((await team()).stop())),
    openFolder: os.openFolder.handler(async () => {
      const { path } = await team()
      return done(path === null ? undefined : core.host.openFolder(path))
    }),
    confirm: os.confirm.handler(async ({ input }) => done((await team()).confirm(input.key))),
    differ: os.differ.handler(async ({ input }) => done((await team()).differ(input.key))),
    remove: os.remove.handler(async ({ input }) => done((await team()).remove(input.key, input.name))),
    replaceKey: os.replaceKey.handler(async () => done((await team()).replaceKey())),
    setRule: os.setRule.handler(async ({ input }) => done((await team()).setRule(input))),
    stand: os.stand.handler(async ({ input }) => (await signOffs()).stand(input.campaignId)),
    sign: os.sign.handler(async ({ input }) => (await signOffs()).sign(input.campaignId, input.hash)),
    undo: os.undo.handler(async ({ input }) => (await signOffs()).undo(input.campaignId)),
    object: os.object.handler(async ({ input }) => (await signOffs()).object(input.campaignId, input.text)),
    remind: os.remind.handler(async ({ input }) => (await signOffs()).remind(input.campaignId, input.to)),
    note: os.note.handler(async ({ input }) =>
      (await signOffs()).note(input.campaignId, input.check, input.text),
    ),
    keep: os.keep.handler(async ({ input }) => (await signOffs()).keep(input.campaignId, input.check)),
    compare: os.compare.handler(async ({ input }) => (await signOffs()).compare(input.campaignId, input.id)),
    editNote: os.editNote.handler(async ({ input }) =>
      (await signOffs()).editNote(input.campaignId, input.id, input.text),
    ),
    takeBack: os.takeBack.handler(async ({ input }) =>
      (await signOffs()).takeBack(input.campaignId, input.id),
    ),
  }
}
