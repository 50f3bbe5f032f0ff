import { z } from 'zod'
import type { Bridge } from '../../../src-shared/bridge/contract'
import { compareMaps, compareValues, repeated } from '../differences'
import { allOf, copied, endedRuns, everybody, readWhole } from '../person'
import { heldCopies, untouchedCopies } from '../proofs/sync'
import type { Scene } from '../scene'
import type { Ending, Story } from '../story'
import { Strangers } from '../strangers'

const everything = { names: [], contactId: null, from: null, to: null, search: '' }
const eventsSchema = z.object({
  events: z.array(z.looseObject({ id: z.string(), name: z.string() })),
  cursor: z.string().nullish(),
  hasMore: z.boolean(),
})

/** The first copy, and a full reading of everything later, while the audience changes. */
export const syncStory: Story = {
  capability: 'sync',
  contacts: 420,
  isWrite: () => false,
  async play(scene, changes) {
    const place = { address: scene.address, secretKey: scene.service.secretKey }
    const before = await scene.service.people()
    const strangers = new Strangers(scene, changes, [...before.values()])
    const meanwhile = () => strangers.any('create', 'change', 'change', 'remove', 'track')
    const first = Math.ceil(scene.kills / 2)
    const drive = (bridge: Bridge) => copied(bridge, place, 'contacts', 'events', 'segments', 'campaigns')
    await scene.through({ drive, kills: first, within: 10, meanwhile })
    const early = untouchedCopies(before, await copiesOf(await scene.bridge()), strangers.touched)

    const known = endedRuns(await (await scene.bridge()).sync.state())
    const again = (bridge: Bridge) => copied(bridge, place).then(() => readWhole(bridge, known))
    await scene.through({ drive: again, kills: scene.kills - first, within: 10, meanwhile })
    return await proof(scene, early)
  },
}

/** Everything read once more while nothing changes and nobody is killed: then both hold the same. */
async function proof(scene: Scene, early: Ending['differences']): Promise<Ending> {
  const bridge = await scene.bridge()
  await readWhole(bridge, endedRuns(await bridge.sync.state()))
  const { rows: contacts } = stateRows(await bridge.sync.state(), 'contacts')
  const copies = await copiesOf(bridge)
  const held = heldCopies(await scene.service.people())
  const events = await allOf((slice) => bridge.events.page({ query: everything, slice }))
  const happened = await happenedAt(scene)
  return {
    unknown: 0,
    differences: [
      ...early,
      ...compareMaps(held, copies, 'contact'),
      ...compareValues(held.size, contacts, 'the number of contacts'),
      ...repeated(
        events.map(({ id }) => id),
        'event',
      ),
      ...compareMaps(happened, new Map(events.map(({ id, name }) => [id, name])), 'event'),
      ...compareValues(true, (await bridge.storage.check()).sound, 'whether the copy is sound'),
    ],
  }
}

function stateRows({ resources }: Awaited<ReturnType<Bridge['sync']['state']>>, of: string) {
  return resources.find(({ resource }) => resource === of) ?? { rows: -1 }
}

/** What the copy holds, by id, as the service says it. */
async function copiesOf(bridge: Bridge): Promise<ReturnType<typeof heldCopies>> {
  const rows = await allOf((slice) => bridge.contacts.page({ query: everybody, slice }))
  return new Map(
    rows.map(({ id, email, subscribed, data, createdAt, updatedAt }) => [
      id,
      { email, subscribed, data, createdAt, updatedAt },
    ]),
  )
}

async function happenedAt(scene: Scene): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let cursor = ''; ;) {
    const page = eventsSchema.parse(await scene.service.ask(`/events?limit=100${cursor}`))
    for (const { id, name } of page.events) found.set(id, name)
    if (!page.hasMore) return found
    cursor = `&cursor=${encodeURIComponent(page.cursor ?? '')}`
  }
}
