import type { ContactQuery } from '../../src-shared/bridge/contacts'
import type { Bridge } from '../../src-shared/bridge/contract'
import type { Resource, ResourceState, SyncState } from '../../src-shared/bridge/sync'
import { profileFor, stateOf } from '../fixtures/core'
import { until } from '../fixtures/until'

/** Nothing begins by itself, and background work takes what there is. */
const plan = { quickEveryMinutes: null, fullDailyAt: null, backgroundShare: 1 }

/** Everybody, the newest first. */
export const everybody: ContactQuery = {
  search: '',
  filters: [],
  sort: { field: 'createdAt', direction: 'desc' },
}

/** Where a console connects to. */
export interface Place {
  address: string
  secretKey: string
}

/** Connects to a service, each step of it once. */
export async function connect(bridge: Bridge, { address, secretKey }: Place): Promise<void> {
  const { profiles } = await bridge.profiles.list()
  const { id, plan: now } = profiles[0] ?? (await bridge.profiles.create(profileFor(address, secretKey)))
  if (now.quickEveryMinutes !== null) await bridge.profiles.update({ id, changes: { plan } })
  await copyOpen(bridge)
}

/** The copy opens in the background: until then what it is asked is refused. */
async function copyOpen(bridge: Bridge): Promise<void> {
  await lookUntil(
    () => bridge.sync.state(),
    () => true,
  )
}

/** Looks until it is so: who waits in vain is told by the scene. */
export function lookUntil<T>(look: () => Promise<T>, holds: (seen: T) => boolean): Promise<T> {
  return until(look, holds, Infinity)
}

/** Connects, and waits until lists were copied. */
export async function copied(bridge: Bridge, place: Place, ...resources: Resource[]): Promise<void> {
  await connect(bridge, place)
  await lookUntil(
    () => bridge.sync.state(),
    (state) => resources.every((each) => stateOf(state, each).asOf !== null),
  )
}

/** Which runs have ended by now: the newest of each list. */
export function endedRuns({ resources }: SyncState): Map<Resource, number> {
  return new Map(resources.map(({ resource, last }) => [resource, last?.id ?? 0]))
}

/** Has every list read whole after the runs of `before`; what shrank much is answered with yes. */
export async function readWhole(bridge: Bridge, before: ReadonlyMap<Resource, number>): Promise<void> {
  await lookUntil(
    async () => {
      const { resources } = await bridge.sync.state()
      let left = 0
      for (const each of resources) if (!(await isRead(bridge, each, before))) left += 1
      return left
    },
    (left) => left === 0,
  )
}

async function isRead(
  bridge: Bridge,
  { resource, run, last }: ResourceState,
  before: ReadonlyMap<Resource, number>,
): Promise<boolean> {
  if (run?.state === 'asking') await bridge.sync.answer({ runId: run.id, remove: true })
  if (run?.state === 'paused') await bridge.sync.resume({ resource })
  if (run !== null) return false
  if (
    last !== null &&
    last.id > (before.get(resource) ?? 0) &&
    last.mode === 'full' &&
    last.state === 'finished'
  )
    return true
  await bridge.sync.start({ resource, mode: 'full' })
  return false
}

/** The whole of a list that is read by slices. */
export async function allOf<Row>(
  page: (slice: { offset: number; limit: number }) => Promise<{ rows: Row[] }>,
): Promise<Row[]> {
  const found: Row[] = []
  for (;;) {
    const { rows } = await page({ offset: found.length, limit: 500 })
    found.push(...rows)
    if (rows.length < 500) return found
  }
}
