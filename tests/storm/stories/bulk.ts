import { z } from 'zod'
import type { BulkAction, BulkResult } from '../../../src-shared/bridge/bulk'
import type { ContactSelection } from '../../../src-shared/bridge/contacts'
import type { Bridge } from '../../../src-shared/bridge/contract'
import type { Job } from '../../../src-shared/bridge/jobs'
import { writtenAgain } from '../differences'
import { copied, everybody, lookUntil } from '../person'
import { bulkDifferences, bulkUndoDifferences } from '../proofs/bulk'
import type { Scene } from '../scene'
import type { Story } from '../story'
import { Strangers } from '../strangers'

const madeSchema = z.looseObject({ id: z.string() })

/** A change of everybody, taken back where that can be done, while others are busy with the same people. */
export const bulkStory: Story = {
  capability: 'bulk',
  contacts: 45,
  // The service has no calls over many contacts: trying whether it has changes nothing, and is done by every start.
  isWrite: ({ method, path }) => method !== 'GET' && !/^\/contacts\/(bulk-|lookup)/.test(path),
  async play(scene, changes) {
    const place = { address: scene.address, secretKey: scene.service.secretKey }
    const action = await drawnAction(scene)
    const canUndo = action.kind !== 'delete'
    const before = await scene.service.people()
    const strangers = new Strangers(scene, changes, [...before.values()])
    const run = canUndo ? Math.ceil(scene.kills / 2) : scene.kills
    const drive = (what: 'run' | 'undo') => async (bridge: Bridge) => {
      await copied(bridge, place, 'contacts', 'segments')
      return what === 'run' ? done(bridge, action) : undone(bridge)
    }
    const { isWrite } = bulkStory
    // Whom somebody deletes while it runs cannot be changed any more: one is enough to see that said.
    const busy = () =>
      strangers.any('create', 'change', ...(strangers.deleted.size < 1 ? (['remove'] as const) : []))
    const segment = action.kind === 'addTo'
    const result = await scene.through({
      drive: drive('run'),
      kills: run,
      within: segment ? 1 : 15,
      isWrite,
      meanwhile: segment ? () => strangers.any('create', 'change') : busy,
    })
    const gone = strangers.deleted
    const ran = bulkDifferences(action, result, { before, after: await scene.service.people(), gone })
    const members = segment ? await membersOf(scene, action) : null
    const again = writtenAgain(scene.wire.sent.filter(isWrite))
    const differences = [...ran, ...again]
    if (members !== null && members !== result.total)
      differences.push({ kind: 'lost', what: `the segment has ${members} members, not ${result.total}` })
    if (!canUndo) return { differences, unknown: 0 }
    const sentBefore = scene.wire.sent.length
    const back = await scene.through({
      drive: drive('undo'),
      kills: scene.kills - run,
      within: segment ? 1 : 15,
      isWrite,
      meanwhile: () => strangers.any('create', 'change'),
    })
    differences.push(
      ...bulkUndoDifferences(action, back, { before, after: await scene.service.people(), gone }),
      ...writtenAgain(scene.wire.sent.slice(sentBefore).filter(isWrite)),
    )
    if (segment && (await membersOf(scene, action)) !== 0)
      differences.push({ kind: 'wrong', what: 'the segment has members after the undo' })
    return { differences, unknown: 0 }
  },
}

async function drawnAction(scene: Scene): Promise<BulkAction> {
  switch (scene.draw(5)) {
    case 0:
      return { kind: 'unsubscribe' }
    case 1:
      return { kind: 'delete' }
    case 2: {
      const body = { name: 'Storm', type: 'STATIC' }
      const { id } = madeSchema.parse(await scene.service.ask('/segments', 'POST', body))
      return { kind: 'addTo', segment: { kind: 'known', id, name: 'Storm' } }
    }
    case 3:
      return { kind: 'subscribe', again: true }
    default:
      return { kind: 'set', key: 'fair', value: 'spring' }
  }
}

async function membersOf(scene: Scene, action: BulkAction): Promise<number> {
  if (action.kind !== 'addTo' || action.segment.kind !== 'known') throw new Error('Not of a segment')
  const found = await scene.service.ask(`/segments/${action.segment.id}`)
  return z.object({ memberCount: z.number() }).parse(found).memberCount
}

/** Does the action to everybody of the copy, once; answers what came of it. */
async function done(bridge: Bridge, action: BulkAction): Promise<BulkResult> {
  const { id: jobId } = (await newest(bridge)) ?? (await begin(bridge, action))
  return lookUntil(
    () => bridge.bulk.get({ jobId }),
    ({ job }) => job.state === 'finished',
  )
}

async function undone(bridge: Bridge): Promise<BulkResult> {
  const job = await newest(bridge)
  if (!job) throw new Error('There is no change to take back')
  const jobId = job.id
  return lookUntil(
    async () => {
      const result = await bridge.bulk.get({ jobId })
      if (result.undo === null && result.toUndo > 0) await bridge.bulk.undo({ jobId })
      return result
    },
    ({ undo, toUndo }) => (undo === null ? toUndo === 0 : undo.state === 'finished'),
  )
}

async function newest(bridge: Bridge): Promise<Job | null> {
  const { jobs } = await bridge.jobs.page({ kind: 'bulk', slice: { offset: 0, limit: 1 } })
  return jobs[0] ?? null
}

async function begin(bridge: Bridge, action: BulkAction): Promise<Job> {
  const { selectionId } = await bridge.contacts.freeze({ query: everybody })
  const selection: ContactSelection = { kind: 'frozen', selectionId, except: [] }
  const { willChange } = await bridge.bulk.preview({ selection, action })
  return bridge.bulk.start({ selection, action, confirmed: willChange })
}
