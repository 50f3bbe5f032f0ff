import { exportRejects } from './rejects'
import { check, mapAs, propose, readAs, ruleBy } from './choosing'
import { retryFailed, run, undo, verify } from './running'
import { type Base, type Core, done } from '../../bridge/base'
import { addChosen, givenFile } from '../../core/given-file'
import { correctTypos } from './suspected-typos'

/** Imports: thin over the session's imports; files come from the host, never by a path of the page's. */
export function importRoutes({ imports: os }: Base, core: Core) {
  const { host } = core
  const imports = async () => (await core.session()).imports
  return {
    page: os.page.handler(async ({ input }) => (await imports()).page(input.slice)),
    get: os.get.handler(async ({ input }) => (await imports()).get(input.id)),
    choose: os.choose.handler(async () => ({
      import: await addChosen(() => host.chooseImportFile(), imports),
    })),
    open: os.open.handler(async ({ input }) => {
      const current = await imports()
      if (input.kind === 'text') return current.addText(input.text)
      return current.addFile(givenFile(host, input.token))
    }),
    read: os.read.handler(async ({ input }) => (await imports()).act(input.id, readAs(input.reading))),
    look: os.look.handler(async ({ input }) => done((await imports()).look(input.id, input.step))),
    preview: os.preview.handler(async ({ input }) =>
      (await (await imports()).rowsOf(input.id)).preview(input.limit),
    ),
    map: os.map.handler(async ({ input }) => (await imports()).act(input.id, mapAs(input.columns))),
    propose: os.propose.handler(async ({ input }) => (await imports()).act(input.id, propose)),
    check: os.check.handler(async ({ input }) => (await imports()).act(input.id, check)),
    rows: os.rows.handler(async ({ input: { id, ...wanted } }) =>
      (await (await imports()).rowsOf(id)).rows(wanted),
    ),
    repair: os.repair.handler(async ({ input: { id, ...cell } }) =>
      (await imports()).edit(id, (staging) => staging.repair(cell)),
    ),
    correctTypos: os.correctTypos.handler(async ({ input: { id, from = null, keep = false } }) =>
      (await imports()).edit(id, (staging, tools) => correctTypos(staging, { from, keep }, tools)),
    ),
    leaveOut: os.leaveOut.handler(async ({ input: { id, ...rows } }) =>
      (await imports()).edit(id, (staging) => staging.leaveOut(rows)),
    ),
    rules: os.rules.handler(async ({ input }) => (await imports()).act(input.id, ruleBy(input.rules))),
    verify: os.verify.handler(async ({ input }) => (await imports()).act(input.id, verify)),
    reasons: os.reasons.handler(async ({ input }) => ({
      reasons: await (await (await imports()).rowsOf(input.id)).reasons(),
    })),
    run: os.run.handler(async ({ input }) => (await imports()).act(input.id, run)),
    retryFailed: os.retryFailed.handler(async ({ input }) => (await imports()).act(input.id, retryFailed)),
    undo: os.undo.handler(async ({ input }) => (await imports()).act(input.id, undo)),
    rejects: os.rejects.handler(async function* ({ input, signal }) {
      const current = await imports()
      const { name } = await current.get(input.id)
      yield* exportRejects(await current.rejectsOf(input.id), host, name, signal)
    }),
    discard: os.discard.handler(async ({ input }) => done((await imports()).discard(input.id))),
  }
}
