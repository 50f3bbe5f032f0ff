import type { Resource, ResourceState, Run } from '../../src-shared/bridge/sync'
import type { Cache } from '../cache/store'
import { resources } from './resources'

/**
 * What the copy holds of each resource, kept here so that a progress that changes many times a second costs the
 * cache nothing: it is read at the start and whenever a run ends, and follows the rows in between.
 */
export interface ResourceStates {
  of(resource: Resource): ResourceState
  /** Reads a resource anew. */
  reload(resource: Resource): Promise<void>
  /** Takes over the row of a live run. */
  follow(run: Run): void
  close(): void
}

/** Reads the states of one profile's cache and follows it from there. */
export async function openResourceStates(cache: Cache, changed: () => void): Promise<ResourceStates> {
  const states = new Map<Resource, ResourceState>()

  async function reload(resource: Resource): Promise<void> {
    const [known, unread] = await Promise.all([
      cache.runs.resource(resource),
      cache.unread.count({ resource }),
    ])
    states.set(resource, { resource, ...known, unread })
    changed()
  }

  const stopWatching = cache.watch((copy) => {
    for (const resource of ['contacts', 'events'] as const) {
      const known = states.get(resource)
      if (known && known.rows !== copy[resource]) states.set(resource, { ...known, rows: copy[resource] })
    }
    changed()
  })
  await Promise.all(resources.map(reload))

  return {
    of(resource) {
      const state = states.get(resource)
      if (!state) throw new Error(`The state of ${resource} was not read`)
      return state
    },
    reload,
    follow(run) {
      const known = states.get(run.resource)
      if (!known) return
      states.set(run.resource, { ...known, run })
    },
    close: stopWatching,
  }
}
