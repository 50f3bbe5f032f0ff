import { exportAddresses } from './export'
import { tidyAddress } from '../imports'
import { Segments } from './segments'
import type { ProfileSession } from '../profiles'
import { type Base, type Core, done } from '../../bridge/base'

/** Segments: reads come from the copy, writes go to the service at once. */
export function segmentRoutes({ segments: os }: Base, core: Core) {
  const opened = new WeakMap<ProfileSession, Segments>()
  const segments = async () => {
    const session = await core.session()
    const known = opened.get(session) ?? openSegments(session, core)
    opened.set(session, known)
    return known
  }
  return {
    page: os.page.handler(async ({ input }) => (await segments()).page(input)),
    get: os.get.handler(async ({ input }) => (await segments()).get(input.id)),
    count: os.count.handler(async ({ input }) => (await segments()).count(input)),
    countEach: os.countEach.handler(async ({ input }) => (await segments()).countEach(input)),
    ofContact: os.ofContact.handler(async ({ input }) => (await segments()).ofContact(input.id)),
    members: os.members.handler(async ({ input }) => (await segments()).members(input.id)),
    known: os.known.handler(async ({ input }) => ({ known: await (await segments()).known(input.id) })),
    freeze: os.freeze.handler(async ({ input }) => (await segments()).freeze(input.condition, input.without)),
    people: os.people.handler(async ({ input }) => (await segments()).people(input)),
    days: os.days.handler(async () => ({ segments: await (await core.session()).dailyCounts.all() })),
    lately: os.lately.handler(async ({ input }) => (await core.session()).dailyCounts.lately(input.id)),
    uses: os.uses.handler(async () => ({ uses: await (await segments()).uses() })),
    refresh: os.refresh.handler(async ({ input }) => (await segments()).refresh(input.id)),
    create: os.create.handler(async ({ input }) => (await segments()).create(input)),
    update: os.update.handler(async ({ input }) => (await segments()).update(input)),
    remove: os.remove.handler(async ({ input }) => done((await segments()).remove(input))),
    lines: os.lines.handler(async ({ input }) => (await segments()).lines(input.text)),
    add: os.add.handler(async ({ input }) => (await segments()).add(input)),
    take: os.take.handler(async ({ input }) => (await segments()).take(input)),
    saveAddresses: os.saveAddresses.handler(async function* ({ input, signal }) {
      yield* exportAddresses(core.host, input, signal)
    }),
  }
}

function openSegments({ cache, connection, frozen, sync, writing }: ProfileSession, core: Core): Segments {
  return new Segments({
    cache,
    clock: core.host.clock,
    frozen,
    writing,
    connection,
    tidy: (word) => {
      const read = tidyAddress(word)
      return 'email' in read ? read.email : null
    },
    readMembers: (owner) => sync.readParts({ list: 'members', owner }),
    contactsAsOf: () => sync.state.resources.find(({ resource }) => resource === 'contacts')?.asOf ?? null,
    readNewContacts: () => sync.start('quick', 'person', 'contacts'),
  })
}
