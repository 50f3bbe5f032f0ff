import type { Clock } from '../../../src-main/core/clock'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { BulkAction } from '../../../src-shared/bridge/bulk'
import type { ContactQuery, ContactSelection } from '../../../src-shared/bridge/contacts'
import type { Job } from '../../../src-shared/bridge/jobs'
import type { Contact } from '../../../src-shared/interface/contact'
import { askerOf, peopleOf } from '../../fixtures/asked'
import { profileFor, startCore, stateOf } from '../../fixtures/core'
import { startRecordingProxy, type Moment, type PassedRequest } from '../../fixtures/recording-proxy'
import { startKeptService } from '../../fixtures/kept-service'
import type { ServiceWishes } from '../../fixtures/service'
import { until } from '../../fixtures/until'

/** A core with a copy of a real service's contacts, a proxy in between, and the service asked directly. */
export async function openFixture({ clock, ...wishes }: ServiceWishes & { clock?: Clock } = {}) {
  const service = await startKeptService({ contacts: 60, rate: 1_000_000, ...wishes })
  const proxy = await startRecordingProxy(service.url)
  const dataFolder = await mkdtemp(join(tmpdir(), 'postroom-bulk-'))
  let core = await startCore({ dataFolder, ...(clock && { clock }) })
  const { id: profileId } = await core.bridge.profiles.create(profileFor(proxy.url, service.secretKey))
  await core.bridge.profiles.update({
    id: profileId,
    changes: { plan: { quickEveryMinutes: null, fullDailyAt: null, backgroundShare: 1 } },
  })
  // Contacts are what is changed here; the events of thousands of people may go on being copied.
  await until(
    async () => stateOf(await core.bridge.sync.state(), 'contacts').asOf,
    (asOf) => asOf !== null,
  )
  onTestFinished(async () => {
    await core.quit()
    await proxy.close()
    await service.stop()
    await rm(dataFolder, { recursive: true, force: true })
  })
  const ask = askerOf(service)
  const restart = async () => {
    await core.quit()
    core = await startCore({ dataFolder, keychain: core.keychain })
    await until(
      () => core.bridge.jobs.page({ kind: null, slice: { offset: 0, limit: 1 } }).catch(() => null),
      (page) => page !== null,
    )
  }
  const query: ContactQuery = { search: '', filters: [], sort: { field: 'createdAt', direction: 'desc' } }
  return {
    get bridge() {
      return core.bridge
    },
    profileId,
    service,
    proxy,
    ask,
    query,
    /** Everybody whom the service holds, by id. */
    held: (): Promise<Map<string, Contact>> => peopleOf(ask),
    async frozen(): Promise<ContactSelection> {
      const { selectionId } = await core.bridge.contacts.freeze({ query })
      return { kind: 'frozen', selectionId, except: [] }
    },
    /** Does an action to a selection as it is previewed. */
    async begin(selection: ContactSelection, action: BulkAction): Promise<Job> {
      const { willChange } = await core.bridge.bulk.preview({ selection, action })
      return core.bridge.bulk.start({ selection, action, confirmed: willChange })
    },
    until: (id: number, ...states: Job['state'][]): Promise<Job> =>
      until(
        () => core.bridge.jobs.get({ id }),
        (job) => states.includes(job.state),
      ),
    restart,
    /** Starts the core again in the middle of the first request of which this holds. Resolves when it has started. */
    restartAt: (isThen: (moment: Moment, request: PassedRequest) => boolean) =>
      new Promise<void>((done, fail) => {
        proxy.watch = (moment, request) => {
          if (!isThen(moment, request)) return
          proxy.watch = () => undefined
          const restarted = restart()
          restarted.then(done, fail)
          return restarted
        }
      }),
    /** Has such requests carried out and never answered. Resolves at the first. */
    loseAnswers: (isLost: (request: PassedRequest) => boolean) =>
      new Promise<void>((begun) => {
        proxy.watch = (moment, request) => {
          if (moment !== 'carriedOut' || !isLost(request)) return
          begun()
          return new Promise<void>(() => undefined)
        }
      }),
  }
}
