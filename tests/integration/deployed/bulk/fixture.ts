import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { BulkAction, BulkResult } from '../../../../src-shared/bridge/bulk'
import type { ContactSelection } from '../../../../src-shared/bridge/contacts'
import type { Job } from '../../../../src-shared/bridge/jobs'
import { profileFor, startCore, stateOf } from '../../../fixtures/core'
import type { SeenRequest } from '../../../fixtures/deployed-service/faults'
import type { Options } from '../../../fixtures/deployed-service/options'
import { startDeployedService, type DeployedService } from '../../../fixtures/deployed-service/start'
import { until } from '../../../fixtures/until'

export const unsubscribe = { kind: 'unsubscribe' } as const
export const isBulk = ({ method, path }: Pick<SeenRequest, 'method' | 'path'>) =>
  method === 'POST' && path.startsWith('/contacts/bulk-')

/** Who is subscribed of everybody whom a service holds, by address. */
export function subscriptions(service: DeployedService): Map<string, boolean> {
  return new Map(service.state.contacts.all().map(({ email, subscribed }) => [email, subscribed]))
}

/** How often each subscription was flipped, by the names of its events. */
export function flips(service: DeployedService, name: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const event of service.state.events.all()) {
    if (event.name === name && event.contactId)
      found.set(event.contactId, (found.get(event.contactId) ?? 0) + 1)
  }
  return found
}

/** A core with a copy of a deployed service's contacts, whose requests are counted from then on. */
export async function openFixture(people: number, options: Options = {}) {
  const service = await startDeployedService(options)
  service.seed(people)
  const dataFolder = await mkdtemp(join(tmpdir(), 'postroom-deployed-bulk-'))
  let core = await startCore({ dataFolder })
  onTestFinished(async () => {
    await core.quit()
    await service.stop()
    await rm(dataFolder, { recursive: true, force: true })
  })
  const { id } = await core.bridge.profiles.create(profileFor(service.url, service.secretKey))
  const plan = { quickEveryMinutes: null, fullDailyAt: null, backgroundShare: 1 }
  await core.bridge.profiles.update({ id, changes: { plan } })
  await until(
    async () => stateOf(await core.bridge.sync.state(), 'contacts').asOf,
    (asOf) => asOf !== null,
  )
  const from = service.requests.length
  return {
    service,
    get bridge() {
      return core.bridge
    },
    /** What concerned contacts since the copy was whole, as "POST /contacts/bulk-delete", ids left out. */
    asked: () =>
      service.requests
        .slice(from)
        .filter(({ path }) => path.startsWith('/contacts'))
        .map(({ method, path }) => `${method} ${path.replace(/[0-9a-f-]{36}/, ':id')}`),
    count(what: string) {
      return this.asked().filter((one) => one === what).length
    },
    async everybody(): Promise<ContactSelection> {
      const query = { search: '', filters: [], sort: { field: 'createdAt', direction: 'desc' } } as const
      const { selectionId } = await core.bridge.contacts.freeze({ query: { ...query, filters: [] } })
      return { kind: 'frozen', selectionId, except: [] }
    },
    async begin(action: BulkAction): Promise<number> {
      const selection = await this.everybody()
      const { willChange } = await core.bridge.bulk.preview({ selection, action })
      return (await core.bridge.bulk.start({ selection, action, confirmed: willChange })).id
    },
    async ended(jobId: number, state: Job['state'] = 'finished'): Promise<BulkResult> {
      await until(
        () => core.bridge.jobs.get({ id: jobId }),
        (job) => job.state === state,
      )
      return core.bridge.bulk.get({ jobId })
    },
    async undo(jobId: number): Promise<BulkResult> {
      return this.ended((await core.bridge.bulk.undo({ jobId })).id)
    },
    /** Waits until the service has been asked for so many changes of many. */
    async sent(count = 1): Promise<void> {
      await until(
        () => service.requests.filter(isBulk).length,
        (found) => found >= count,
      )
    },
    async restart(): Promise<void> {
      await core.quit()
      core = await startCore({ dataFolder, keychain: core.keychain })
    },
  }
}
