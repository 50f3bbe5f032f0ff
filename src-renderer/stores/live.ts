import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { Hold, Sending } from '../../src-shared/bridge/campaigns'
import type { CapabilityKey, ServiceAbilities } from '../../src-shared/bridge/capabilities'
import type { Job } from '../../src-shared/bridge/jobs'
import type { LiveState } from '../../src-shared/bridge/live'
import type { OutboxEntry } from '../../src-shared/bridge/outbox'
import type { Profile, ProfileList } from '../../src-shared/bridge/profiles'
import type { RecordConnection } from '../../src-shared/bridge/records'
import type { MailHold } from '../../src-shared/bridge/send'
import type { Run, SyncState } from '../../src-shared/bridge/sync'
import type { TeamState } from '../../src-shared/bridge/team'
import { isCatalogueList } from '../../src-shared/interface/catalogue'
import { useBridge, useBridgeLink } from '../bridge'
import { useNow } from './relative-time'

type CopyState = Extract<LiveState, { topic: 'copy' }>['state']

type ImportsState = Extract<LiveState, { topic: 'imports' }>['state']

type BatchesState = Extract<LiveState, { topic: 'batches' }>['state']

/** How old the copy is. `asOf` is its oldest part; null: nothing was ever copied, or the first copy is not whole yet (`first`). */
interface Freshness {
  asOf: number | null
  tone: 'fresh' | 'old' | 'offline' | 'first' | 'none'
}

/** From this age (milliseconds) a copy is shown as old. */
const oldAfter = 60 * 60_000

/** Milliseconds before a watch that ended is started again. */
const restartPause = 500

/** What the core said last, by its topic. */
function useSaid() {
  const profiles = shallowRef<ProfileList | null>(null)
  const sync = shallowRef<SyncState | null>(null)
  const outbox = shallowRef<OutboxEntry[]>([])
  const copy = shallowRef<CopyState | null>(null)
  const jobs = shallowRef<Job[]>([])
  const imports = shallowRef<ImportsState | null>(null)
  const batches = shallowRef<BatchesState | null>(null)
  const holds = shallowRef<Hold[]>([])
  const mailHolds = shallowRef<MailHold[]>([])
  const sendings = shallowRef<Sending[]>([])
  /** Grows with every change to a plan by which a campaign leaves. */
  const plans = ref(0)
  /** Connections to record-management services; null before the core said anything. */
  const records = shallowRef<RecordConnection[] | null>(null)
  /** What the service of the current profile can do; null before the core said anything. */
  const service = shallowRef<ServiceAbilities | null>(null)
  /** The folder that the current profile shares; null before the core said anything. */
  const team = shallowRef<TeamState | null>(null)

  function apply(change: LiveState): void {
    if (change.topic === 'profiles') profiles.value = change.state
    else if (change.topic === 'sync') sync.value = change.state
    else if (change.topic === 'outbox') outbox.value = change.state.entries
    else if (change.topic === 'copy') copy.value = change.state
    else if (change.topic === 'jobs') jobs.value = change.state.jobs
    else if (change.topic === 'imports') imports.value = change.state
    else if (change.topic === 'batches') batches.value = change.state
    else if (change.topic === 'holds') holds.value = change.state.holds
    else if (change.topic === 'mailHolds') mailHolds.value = change.state.holds
    else if (change.topic === 'plans') plans.value = change.state.revision
    else if (change.topic === 'sendings') sendings.value = change.state.sendings
    else if (change.topic === 'service') service.value = change.state
    else if (change.topic === 'team') team.value = change.state
    else records.value = change.state.connections
  }

  const told = { profiles, sync, outbox, copy, jobs, imports, batches, holds, mailHolds, sendings, plans }
  return { ...told, records, service, team, apply }
}

/** How old a copy is of which the core says so. */
function freshnessOf(sync: SyncState | null, offline: boolean, now: number): Freshness {
  const resources = sync?.resources ?? []
  // The first copy is that of the audience: the few records of the catalogue may follow.
  const first = resources.some(
    ({ resource, asOf: seen, run }) => seen === null && run !== null && !isCatalogueList(resource),
  )
  if (first && !offline) return { asOf: null, tone: 'first' }
  const instants = resources.flatMap(({ asOf }) => (asOf === null ? [] : [asOf]))
  const asOf = instants.length === 0 ? null : Math.min(...instants)
  if (asOf === null) return { asOf, tone: offline ? 'offline' : 'none' }
  if (offline) return { asOf, tone: 'offline' }
  return { asOf, tone: now - asOf > oldAfter ? 'old' : 'fresh' }
}

/** Follows what the core says. `watches`: how often it began to. */
function useFollowing(apply: (change: LiveState) => void) {
  const bridge = useBridge()
  const { connected } = useBridgeLink()
  const watches = ref(0)

  async function follow(signal: AbortSignal): Promise<void> {
    await connected(signal)
    const changes = await bridge.live.watch(undefined, { signal })
    watches.value += 1
    for await (const change of changes) apply(change)
  }

  /** Follows the core until `signal` aborts; a watch that ends, for whatever reason, is started again. */
  async function start(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await follow(signal)
      } catch {
        // The connection's own state is what a person is told (the band); here it only means: once more.
      }
      if (!signal.aborted) await new Promise((resolve) => window.setTimeout(resolve, restartPause))
    }
  }
  return { watches, start }
}

/** What the core pushes: profiles, sync, outbox, jobs, imports, batches, holds, records, what the service can do and the copy's revision. Screens read it; only {@link start} writes it. */
export const useLiveStore = defineStore('live', () => {
  const { apply, ...said } = useSaid()
  const { profiles, sync, copy, imports, batches, holds, service, plans } = said
  const { watches, start } = useFollowing(apply)
  const now = useNow()

  const current = computed<Profile | null>(() => {
    const list = profiles.value
    return list?.profiles.find((profile) => profile.id === list.currentId) ?? null
  })

  /** The id of the current profile. What watches it hears of another profile, and not of a push that tells the same one anew. */
  const currentId = computed(() => current.value?.id)

  /** Whether the service has the calls that deployed ones have beside the specified ones. */
  const deployed = computed(() => copy.value?.deployed === true)

  /** Whether the service answered that it can do something; false before anybody knows. */
  function can(key: CapabilityKey): boolean {
    return service.value?.capabilities.some((each) => each.key === key && each.state === 'can') ?? false
  }

  const offline = computed(() => sync.value !== null && !sync.value.connection.online)

  const freshness = computed(() => freshnessOf(sync.value, offline.value, now.value))

  /** Runs that are under way, waiting, paused or asking. */
  const runs = computed<Run[]>(() => (sync.value?.resources ?? []).flatMap(({ run }) => (run ? [run] : [])))

  /** Contacts of the copy while the first one is under way; null: it is whole, or was not begun. */
  const arriving = computed(() => {
    const found = sync.value?.resources.find(({ resource }) => resource === 'contacts')
    return found && found.asOf === null && found.run !== null ? found : null
  })
  /** How many contacts are here, the same in every place that says it; null before the core said anything. */
  const contacts = computed(() => arriving.value?.rows ?? copy.value?.contacts ?? null)

  /** Changes whenever lists that show the copy must ask again: another profile, a new revision, a new connection. */
  const copyKey = computed(
    () => `${copy.value?.profileId ?? ''}:${copy.value?.revision ?? 0}:${watches.value}`,
  )

  /** Changes whenever a screen that shows imports must ask again: a change to one, or a new connection. */
  const importsKey = computed(() => `${imports.value?.revision ?? 0}:${watches.value}`)

  /** Changes whenever a screen that shows verification batches must ask again: a change to one, or a new connection. */
  const batchesKey = computed(() => `${batches.value?.revision ?? 0}:${watches.value}`)

  /** Changes whenever a screen that shows a plan must ask again. */
  const plansKey = computed(() => `${plans.value}:${watches.value}`)

  /** The confirmed sending of a campaign; null where there is none. */
  function holdOf(campaignId: string): Hold | null {
    return holds.value.find((hold) => hold.campaignId === campaignId) ?? null
  }

  return {
    ...said,
    current,
    currentId,
    offline,
    deployed,
    can,
    freshness,
    runs,
    arriving,
    contacts,
    copyKey,
    importsKey,
    batchesKey,
    plansKey,
    holdOf,
    apply,
    start,
  }
})
