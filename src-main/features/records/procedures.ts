import { tell } from '../../../src-shared/messages/told'
import { randomUUID } from 'node:crypto'
import { exportRecords } from './export'
import { problem } from '../../core/problems'
import { type Base, type Core, done } from '../../bridge/base'

/** Records: connections and their runs, the grid over the copy, and the way to the audience. In one piece: it is a table. */
export function recordRoutes({ records: os }: Base, core: Core) {
  const connections = async () => (await core.session()).records
  const copy = async () => (await core.session()).cache.records
  return {
    connections: os.connections.handler(async () => ({ connections: (await connections()).list() })),
    add: os.add.handler(async ({ input: { token, unencrypted, ...input } }) =>
      (await connections()).add(input, token, unencrypted),
    ),
    edit: os.edit.handler(async ({ input: { id, token, unencrypted, ...input } }) =>
      (await connections()).edit(id, input, { token, unencrypted }),
    ),
    remove: os.remove.handler(async ({ input }) => done((await connections()).remove(input.id, input.name))),
    test: os.test.handler(async ({ input }) => (await connections()).test(input)),

    start: os.start.handler(async ({ input }) => (await connections()).start(input.id)),
    pause: os.pause.handler(async ({ input }) => (await connections()).pause(input.id)),
    resume: os.resume.handler(async ({ input }) => (await connections()).resume(input.id)),
    cancel: os.cancel.handler(async ({ input }) => (await connections()).cancel(input.id)),
    answer: os.answer.handler(async ({ input }) =>
      (await connections()).answer(input.id, input.runId, input.remove),
    ),
    runs: os.runs.handler(async ({ input }) => (await copy()).runs(input)),

    page: os.page.handler(async ({ input }) => (await copy()).page(input)),
    locate: os.locate.handler(async ({ input }) => ({ position: await (await copy()).locate(input) })),
    facets: os.facets.handler(async ({ input }) => {
      const records = await copy()
      // Asked in this order, a change in between makes the answer look older than it is, never newer.
      const { revision } = await records.summary(input.connectionId)
      return { facets: await records.facets(input), revision }
    }),
    fields: os.fields.handler(async ({ input }) => ({
      fields: await (await copy()).fields(input.connectionId),
    })),
    get: os.get.handler(async ({ input }) => {
      const record = await (await copy()).get(input)
      if (record) return record
      throw problem('not_found', {
        title: tell('records.procedures.thisRecordIsGone'),
        why: tell('words.itIsNoLongerInThe'),
      })
    }),
    freeze: os.freeze.handler(async ({ input }) => (await core.session()).frozenRecords.freeze(input)),
    shown: os.shown.handler(async ({ input }) => ({ count: await (await copy()).shown(input) })),
    export: os.export.handler(async function* ({ input, signal }) {
      const session = await core.session()
      const { name } = session.records.get(input.connectionId)
      yield* exportRecords(session, core.host, { ...input, name }, signal)
    }),
    views: os.views.handler(async ({ input }) => ({
      views: await (await copy()).views(input.connectionId),
    })),
    saveView: os.saveView.handler(async ({ input: { connectionId, view } }) => {
      const saved = { ...view, id: view.id ?? randomUUID() }
      // Of a connection that was removed meanwhile nothing is kept.
      ;(await connections()).get(connectionId)
      await (await copy()).saveView({ connectionId, view: saved })
      return saved
    }),
    removeView: os.removeView.handler(async ({ input }) => done((await copy()).removeView(input))),

    audience: os.audience.handler(async ({ input }) =>
      (await core.session()).handover.audience(input.connectionId),
    ),
    tally: os.tally.handler(async ({ input }) => (await core.session()).handover.tally(input)),
    leftOut: os.leftOut.handler(async ({ input: { why, ...input } }) =>
      (await core.session()).handover.leftOut(input, why),
    ),
    toImport: os.toImport.handler(async ({ input }) => (await core.session()).handover.toImport(input)),
  }
}
