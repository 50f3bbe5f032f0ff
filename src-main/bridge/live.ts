import type { ServiceAbilities } from '../../src-shared/bridge/capabilities'
import type { LiveState } from '../../src-shared/bridge/live'
import { resourceSchema, type SyncState } from '../../src-shared/bridge/sync'
import { limits } from '../../src-shared/interface/limits'
import { isProblem } from '../core/problems'
import type { ProfileSession } from '../features/profiles'
import { isDeployed } from '../features/catalogue'
import { type Base, type Core, done } from './base'
import { tellAll, type Topic } from './topics'

/** Whole states, pushed: a snapshot of each topic first, then each as it changes. */
export function liveRoutes({ live: os }: Base, core: Core) {
  return {
    watch: os.watch.handler(async function* ({ signal }) {
      yield* tellAll(topicsOf(core), core.host.clock, signal)
    }),
    progress: os.progress.handler(({ input }) => done(core.host.progress(input.share))),
  }
}

/** Every topic of the console. In one piece: it is a table of topics. */
function topicsOf({ profiles, host }: Core): Topic<LiveState>[] {
  const { current } = profiles
  const now = () => host.clock.now()
  /** Asks the open session; one that is being closed has nothing to say any more, one whose worker ended is opened anew. */
  const ask = async <T>(nothing: T, question: (session: ProfileSession) => Promise<T>): Promise<T> => {
    const session = current.opened
    if (!session) return nothing
    try {
      return await question(session)
    } catch (error) {
      if (!isProblem(error, 'cache_worker_stopped')) throw error
      if (current.opened === session) profiles.reviveCopy()
      return nothing
    }
  }
  const follow = (parts: (session: ProfileSession) => FollowedPart[]) => (changed: () => void) =>
    followSession(current, changed, parts)
  return [
    {
      snapshot: async () => ({ topic: 'profiles', state: profiles.list() }),
      watch: (changed) => profiles.watch(changed),
    },
    {
      snapshot: async () => ({ topic: 'sync', state: current.opened?.sync.state ?? nothingSynced(now()) }),
      watch: follow((session) => [session.sync]),
    },
    {
      snapshot: async () => ({
        topic: 'outbox',
        state: { entries: await ask([], (session) => session.outbox.entries()) },
      }),
      watch: follow((session) => [session.outbox]),
    },
    {
      snapshot: async () => ({ topic: 'jobs', state: { jobs: [...(current.opened?.jobs.live() ?? [])] } }),
      watch: follow((session) => [session.jobs]),
    },
    {
      snapshot: async () => ({
        topic: 'imports',
        state: await ask({ revision: 0, active: [] }, async ({ imports }) => ({
          revision: imports.revision,
          active: await imports.active(),
        })),
      }),
      watch: follow(({ imports, jobs }) => [imports, jobs]),
    },
    {
      snapshot: async () => ({
        topic: 'batches',
        state: await ask({ revision: 0, active: [] }, async ({ batches }) => ({
          revision: batches.revision,
          active: await batches.active(),
        })),
      }),
      watch: follow(({ batches, jobs }) => [batches, jobs]),
    },
    {
      snapshot: async () => ({
        topic: 'holds',
        state: { holds: current.opened?.mailing.holds.live() ?? [] },
      }),
      watch: follow((session) => [session.mailing.holds]),
    },
    {
      snapshot: async () => ({
        topic: 'mailHolds',
        state: { holds: current.opened?.mailing.mailHolds.live() ?? [] },
      }),
      watch: follow((session) => [session.mailing.mailHolds]),
    },
    {
      snapshot: async () => ({
        topic: 'plans',
        state: { revision: current.opened?.mailing.planRunner.revision ?? 0 },
      }),
      watch: follow((session) => [session.mailing.planRunner]),
    },
    {
      snapshot: async () => ({
        topic: 'sendings',
        state: { sendings: current.opened?.mailing.watch.live() ?? [] },
      }),
      watch: follow((session) => [session.mailing.watch]),
    },
    {
      snapshot: async () => ({
        topic: 'records',
        state: { connections: current.opened?.records.list() ?? [] },
      }),
      watch: follow((session) => [session.records]),
    },
    {
      snapshot: async () => ({ topic: 'service', state: current.opened?.capabilities.state ?? nothingAsked }),
      watch: follow((session) => [session.capabilities]),
    },
    {
      snapshot: async () => ({
        topic: 'team',
        state: current.opened?.team.state ?? { profileId: null, revision: 0, shared: null },
      }),
      watch: follow((session) => [session.team]),
    },
    {
      snapshot: async () => {
        const nothing = { profileId: null, revision: 0, contacts: 0, events: 0, deployed: false }
        const copy = await ask<CopyState>(nothing, async ({ profileId, cache }) => {
          const [counts, deployed] = await Promise.all([cache.maintenance.revision(), isDeployed(cache)])
          return { profileId, ...counts, deployed }
        })
        return { topic: 'copy', state: { ...copy, at: now() } }
      },
      watch: follow((session) => [session.cache]),
    },
  ]
}

type CopyState = Omit<Extract<LiveState, { topic: 'copy' }>['state'], 'at'>

interface FollowedPart {
  watch(changed: () => void): () => void
}

/** Watches parts of whatever session is current, and that it becomes another one. */
function followSession(
  current: Core['profiles']['current'],
  changed: () => void,
  parts: (session: ProfileSession) => FollowedPart[],
): () => void {
  const watch = () => {
    const stops = session ? parts(session).map((part) => part.watch(changed)) : []
    return () => stops.forEach((stop) => stop())
  }
  let session = current.opened
  let unwatch = watch()
  const unfollow = current.watch(() => {
    if (current.opened !== session) {
      unwatch()
      session = current.opened
      unwatch = watch()
    }
    changed()
  })
  return () => {
    unwatch()
    unfollow()
  }
}

/** What is known of a service while no profile is open. */
const nothingAsked: ServiceAbilities = {
  profileId: null,
  capabilities: [],
  asking: false,
  askedAt: null,
  askedBefore: null,
  requests: 0,
  failed: 0,
  changed: 0,
  version: null,
  differences: [],
}

/** What is known of synchronisation while no profile is open. */
function nothingSynced(now: number): SyncState {
  return {
    resources: resourceSchema.options.map((resource) => ({
      resource,
      rows: 0,
      asOf: null,
      fullAsOf: null,
      unread: 0,
      run: null,
      last: null,
    })),
    connection: {
      online: false,
      since: now,
      latencyMs: null,
      spent: 0,
      ceiling: limits.requestsPerMinute,
      slowedTo: null,
      heldUntil: null,
      problem: null,
    },
    nextQuickAt: null,
    nextFullAt: null,
  }
}
