import { tell } from '../../../src-shared/messages/told'
import { randomUUID } from 'node:crypto'
import { exportContacts } from './export'
import { addressesOf } from '../exports'
import { problem } from '../../core/problems'
import { type Base, type Core, done } from '../../bridge/base'

/** Contacts: reads come from the copy, writes go through the outbox. */
export function contactRoutes({ contacts: os }: Base, core: Core) {
  const cache = async () => (await core.session()).cache
  const outbox = async () => (await core.session()).outbox
  return {
    page: os.page.handler(async ({ input, signal }) => (await cache()).contacts.page({ ...input, signal })),
    first: os.first.handler(async ({ input, signal }) =>
      (await cache()).contacts.first({ ...input, signal }),
    ),
    locate: os.locate.handler(async ({ input }) => ({
      position: await (await cache()).contacts.locate(input),
    })),
    facets: os.facets.handler(async ({ input }) => {
      const { contacts, maintenance } = await cache()
      // Asked in this order, a change in between makes the answer look older than it is, never newer.
      const { revision } = await maintenance.revision()
      return { facets: await contacts.facets(input), revision }
    }),
    fields: os.fields.handler(async () => ({ fields: await (await cache()).contacts.fields() })),
    innerFields: os.innerFields.handler(async () => ({
      fields: await (await cache()).contacts.innerFields(),
    })),
    get: os.get.handler(async ({ input }) => {
      const contact = await (await cache()).contacts.get(input.id)
      if (!contact)
        throw problem('not_found', {
          title: tell('words.thisContactIsGone'),
          why: tell('words.itIsNoLongerInThe'),
        })
      return contact
    }),
    byAddress: os.byAddress.handler(async ({ input }) => ({
      contacts: await (await cache()).contacts.findByEmails(input.emails),
    })),
    create: os.create.handler(async ({ input: { reason, ...request } }) =>
      (await outbox()).create(request, reason),
    ),
    update: os.update.handler(async ({ input: { id, changes, reason } }) =>
      (await outbox()).update(id, changes, reason),
    ),
    setValue: os.setValue.handler(async ({ input }) => (await outbox()).setValue(input)),
    remove: os.remove.handler(async ({ input }) => (await outbox()).remove(input.id, input.email)),
    freeze: os.freeze.handler(async ({ input }) => (await core.session()).frozen.freeze(input)),
    shown: os.shown.handler(async ({ input }) => ({ count: await (await cache()).contacts.shown(input) })),
    addresses: os.addresses.handler(async ({ input }) => ({
      emails: await addressesOf(await core.session(), input.selection),
    })),
    export: os.export.handler(async function* ({ input, signal }) {
      yield* exportContacts(await core.session(), core.host, input, signal)
    }),
    views: os.views.handler(async () => {
      const { cache, team } = await core.session()
      return { views: team.views.list(await cache.views.list()) }
    }),
    saveView: os.saveView.handler(async ({ input }) => {
      const { cache, team } = await core.session()
      const view = { ...input, id: input.id ?? randomUUID() }
      await cache.views.save(view)
      await team.views.changed(view)
      return view
    }),
    removeView: os.removeView.handler(async ({ input }) => {
      const { cache, team } = await core.session()
      await team.views.take(input.id)
      return done(cache.views.remove(input.id))
    }),
    shareView: os.shareView.handler(async ({ input: { id, shared } }) => {
      const { cache, team } = await core.session()
      const view = (await cache.views.list()).find((each) => each.id === id)
      if (!view) throw problem('not_found')
      return done(shared ? team.views.share(view) : team.views.take(id))
    }),
  }
}
