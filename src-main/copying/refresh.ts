import { tell } from '../../src-shared/messages/told'
import type { Clock } from '../core/clock'
import type { Resource, Run, RunMode } from '../../src-shared/bridge/sync'
import { limits } from '../../src-shared/interface/limits'
import { problem } from '../core/problems'
import { untilFound } from '../core/until-found'
import type { Sync } from './sync'

/** A copy that was read whole so lately is whole once new contacts are added to it. */
const freshMs = 10 * 60_000

/**
 * Brings the contacts of the copy up to date before so many of them are written, with as few requests as that takes: all
 * of them are read where that costs no more than reading each that is to be written. `whole`: every contact was looked
 * at; if not, new ones alone were. `anew`: every contact is read, however lately that was done. Rejects with what the run failed with; with `conflict` where a person stopped it, or is
 * asked by it; with `cancelled` when aborted, while the run goes on.
 */
export async function refreshContacts(
  sync: Sync,
  clock: Clock,
  { rows, signal, anew = false }: { rows: number; signal: AbortSignal; anew?: boolean },
): Promise<{ whole: boolean }> {
  const before = contactsOf(sync)
  const isFresh = before.fullAsOf !== null && clock.now() - before.fullAsOf < freshMs
  const pages = Math.ceil(before.rows / limits.page.max)
  const mode: RunMode = anew || (!isFresh && rows >= pages) ? 'full' : 'quick'
  const asked = contactsOf(sync).run?.id ?? null
  let run = await runThrough(sync, mode, signal)
  // A quick one may have been under way already; and one that began before does not see everything anew.
  if (mode === 'full' && (run.mode === 'quick' || (anew && run.id === asked)))
    run = await runThrough(sync, mode, signal)
  return { whole: isFresh || run.mode === 'full' }
}

/** So long somebody waits for lists that are read again. */
const patienceMs = 30_000

/** Reads what is new of lists, and waits for that as long as anybody would. What a person stopped stays stopped. */
export async function freshen(sync: Sync, resources: readonly Resource[]): Promise<void> {
  const runOf = (resource: Resource) => sync.state.resources.find((each) => each.resource === resource)?.run
  const free = resources.filter((resource) => {
    const run = runOf(resource)
    return !run || !isWaiting(run)
  })
  await Promise.all(free.map((resource) => sync.start('quick', 'schedule', resource)))
  const look = () => (free.every((resource) => !runOf(resource)) ? true : null)
  await untilFound(look, (listener) => sync.watch(listener), AbortSignal.timeout(patienceMs)).catch(
    () => null,
  )
}

async function runThrough(sync: Sync, mode: RunMode, signal: AbortSignal): Promise<Run> {
  const before = contactsOf(sync).run
  // Starting would let it go on, though a person stopped it for a reason of their own.
  if (before && isWaiting(before)) throw waitsForPerson(before)
  await sync.start(mode, 'person', 'contacts')
  const { run, last } = await atRest(sync, contactsOf(sync).run?.id ?? 0, signal)
  if (run) throw waitsForPerson(run)
  if (last === null || last.state === 'cancelled') throw problem('conflict', stopped())
  if (last.state === 'failed') {
    throw last.problem ? problem(last.problem.code, last.problem) : problem('conflict', stopped())
  }
  return last
}

/** Resolves once a run of this id or a later one is at its end, or waits for a person. */
function atRest(sync: Sync, id: number, signal: AbortSignal): Promise<ReturnType<typeof contactsOf>> {
  const look = () => {
    const contacts = contactsOf(sync)
    const { run, last } = contacts
    const isOver = run ? isWaiting(run) : (last?.id ?? 0) >= id
    return isOver ? contacts : null
  }
  return untilFound(look, (listener) => sync.watch(listener), signal).catch((error: unknown) => {
    throw signal.aborted ? problem('cancelled') : error
  })
}

const isWaiting = ({ state }: Run) => state === 'paused' || state === 'asking'

function contactsOf(sync: Sync) {
  const found = sync.state.resources.find(({ resource }) => resource === 'contacts')
  if (!found) throw new Error('No contacts in the state of the synchronisation')
  return found
}

const stopped = () => ({
  title: tell('copying.refresh.theContactsWereNot'),
  why: tell('copying.refresh.whatTheServiceHolds'),
  action: tell('copying.refresh.startItAgainWhen'),
})

function waitsForPerson({ state, problem: found }: Run) {
  if (state === 'paused' && found) return problem(found.code, found)
  return problem('conflict', {
    title:
      state === 'asking' ? tell('copying.refresh.aSyncAsksYou') : tell('copying.refresh.theSyncOfContacts'),
    why: tell('copying.refresh.whatTheServiceHolds2'),
    action:
      state === 'asking' ? tell('copying.refresh.answerItThenGo') : tell('copying.refresh.letTheSyncGo'),
  })
}
