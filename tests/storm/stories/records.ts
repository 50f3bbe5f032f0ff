import { z } from 'zod'
import type { Bridge } from '../../../src-shared/bridge/contract'
import type { RecordConnection, RecordQuery } from '../../../src-shared/bridge/records'
import { compareMaps, compareValues, repeated, type Difference } from '../differences'
import { allOf, connect, lookUntil, type Place } from '../person'
import type { Scene } from '../scene'
import type { Changes, Story } from '../story'

const pageSchema = z.object({
  items: z.array(z.looseObject({ id: z.string() })),
  pageInfo: z.object({ hasNextPage: z.boolean() }),
})
const madeSchema = z.looseObject({ id: z.string() })

type Records = Map<string, Record<string, unknown>>

/** The first copy of a list by offset, and readings of it later, while records come, change, move and go. */
export const recordsStory: Story = {
  capability: 'records',
  contacts: 700,
  isWrite: () => false,
  async play(scene, changes) {
    const place = { address: scene.address, secretKey: scene.service.secretKey }
    const address = await scene.wire.through(scene.service.records.url)
    const before = await listed(scene)
    const others = new RecordStrangers(scene, changes, [...before.keys()])
    const first = Math.ceil(scene.kills / 2)
    await scene.through({
      drive: (bridge) => read(bridge, scene, place, address, 0),
      kills: first,
      within: 10,
      meanwhile: () => others.any('create', 'update', 'remove'),
    })
    const untouched = new Map([...before].filter(([id]) => !others.touched.has(id)))
    const copies = await copiesOf(await scene.bridge())
    const early = compareMaps(
      untouched,
      new Map([...copies].filter(([id]) => untouched.has(id))),
      'after the first reading, record',
    )
    const known = await newestRun(await scene.bridge())
    await scene.through({
      drive: (bridge) => read(bridge, scene, place, address, known),
      kills: scene.kills - first,
      within: 10,
      meanwhile: () => others.any('create', 'update', 'remove', 'move'),
    })
    const bridge = await scene.bridge()
    await read(bridge, scene, place, address, await newestRun(bridge))
    return { differences: [...early, ...(await proof(scene, bridge))], unknown: 0 }
  },
}

/** Nothing changes any more, and the list was read once since: then both hold the same. */
async function proof(scene: Scene, bridge: Bridge): Promise<Difference[]> {
  const held = await listed(scene)
  const rows = await rowsOf(bridge)
  const { sync } = await connection(bridge)
  return [
    ...compareMaps(held, new Map(rows.map(({ id, data }) => [id, data])), 'record'),
    ...repeated(
      rows.map(({ id }) => id),
      'record',
    ),
    ...compareValues(held.size, sync.rows, 'the number of records'),
    ...compareValues(true, (await bridge.storage.check()).sound, 'whether the copy is sound'),
  ]
}

/** Connects, and has the list read by a run after one of them. */
async function read(
  bridge: Bridge,
  scene: Scene,
  place: Place,
  address: string,
  after: number,
): Promise<void> {
  await connect(bridge, place)
  await lookUntil(
    async () => {
      const [found] = (await bridge.records.connections()).connections
      const { token, companyId, workspaceId } = scene.service.records
      const { id, sync } =
        found ??
        (await bridge.records.add({
          name: 'Storm',
          address,
          token,
          companyId,
          workspaceId,
          everyHours: null,
        }))
      const { run, last } = sync
      if (run?.state === 'asking') await bridge.records.answer({ id, runId: run.id, remove: true })
      if (run?.state === 'paused') await bridge.records.resume({ id })
      const isDone = run === null && last !== null && last.id > after && last.state === 'finished'
      if (!isDone && run === null) await bridge.records.start({ id })
      return isDone
    },
    (isDone) => isDone,
  )
}

async function connection(bridge: Bridge): Promise<RecordConnection> {
  const [found] = (await bridge.records.connections()).connections
  if (!found) throw new Error('The connection is gone')
  return found
}

const newestRun = async (bridge: Bridge): Promise<number> => (await connection(bridge)).sync.last?.id ?? 0

async function rowsOf(bridge: Bridge) {
  const { id: connectionId } = await connection(bridge)
  const sort = { field: 'order', direction: 'asc' } as const
  const query: RecordQuery = { search: '', filters: [], sort, sinceLast: false }
  return allOf((slice) => bridge.records.page({ connectionId, query, slice }))
}

const copiesOf = async (bridge: Bridge): Promise<Records> =>
  new Map((await rowsOf(bridge)).map(({ id, data }) => [id, data]))

/** Every record of the service, by id. */
async function listed({ service }: Scene): Promise<Records> {
  const found: Records = new Map()
  for (let skip = 0; ; skip += 100) {
    const page = pageSchema.parse(await service.askRecords('list-records', { skip, limit: 100 }))
    for (const { id, ...data } of page.items) found.set(id, data)
    if (!page.pageInfo.hasNextPage) return found
  }
}

/** Somebody else who works on the records. */
class RecordStrangers {
  readonly touched = new Set<string>()
  private count = 0

  constructor(
    private readonly scene: Scene,
    private readonly changes: Changes,
    private readonly ids: string[],
  ) {}

  async any(...deeds: ('create' | 'update' | 'remove' | 'move')[]): Promise<void> {
    const deed = deeds[this.scene.draw(deeds.length)] ?? 'update'
    const id = this.ids[this.scene.draw(Math.max(1, this.ids.length))]
    if (id === undefined) return
    const ask = (operation: string, body: object) => this.scene.service.askRecords(operation, body)
    this.count += 1
    const fields = { met: this.count }
    if (deed === 'create') {
      this.changes.created += 1
      this.ids.push(madeSchema.parse(await ask('create-record', { fields, before: id })).id)
      return
    }
    this.touched.add(id)
    if (deed === 'remove') {
      this.changes.deleted += 1
      this.ids.splice(this.ids.indexOf(id), 1)
      await ask('delete-record', { id })
      return
    }
    this.changes.changed += 1
    const before = this.ids[this.scene.draw(this.ids.length)]
    await ask('update-record', deed === 'move' ? { id, before } : { id, fields })
  }
}
