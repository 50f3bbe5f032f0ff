import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { BulkAction } from '../../../src-shared/bridge/bulk'
import type { ContactQuery, ContactSelection } from '../../../src-shared/bridge/contacts'
import type { Job } from '../../../src-shared/bridge/jobs'
import { contactSchema, type Contact } from '../../../src-shared/interface/contact'
import { profileFor, startCore, stateOf, until } from '../../fixtures/core'
import { startService, type ServiceWishes } from '../../fixtures/service'

/** A core with a copy of a real service's contacts, and the service asked directly. */
export async function openDesk(wishes: ServiceWishes = {}) {
  const service = await startService({ contacts: 60, rate: 1_000_000, ...wishes })
  const dataFolder = await mkdtemp(join(tmpdir(), 'postroom-bulk-'))
  let core = await startCore({ dataFolder })
  const { id: profileId } = await core.bridge.profiles.create(profileFor(service.url, service.secretKey))
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
    await service.stop()
    await rm(dataFolder, { recursive: true, force: true })
  })
  const ask = async (path: string, method = 'GET', body?: unknown): Promise<unknown> => {
    const headers = { Authorization: `Bearer ${service.secretKey}`, 'Content-Type': 'application/json' }
    const answer = await fetch(`${service.url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return text === '' ? null : JSON.parse(text)
  }
  const query: ContactQuery = { search: '', filters: [], sort: { field: 'createdAt', direction: 'desc' } }
  return {
    get bridge() {
      return core.bridge
    },
    profileId,
    service,
    ask,
    query,
    /** Everybody whom the service holds, by id. */
    async held(): Promise<Map<string, Contact>> {
      const found = new Map<string, Contact>()
      for (let cursor = ''; ;) {
        const page = Object(await ask(`/contacts?limit=100${cursor && `&cursor=${cursor}`}`))
        for (const one of contactSchema.array().parse(page.contacts)) found.set(one.id, one)
        if (!page.hasMore) return found
        cursor = encodeURIComponent(String(page.cursor))
      }
    },
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
    async restart() {
      await core.quit()
      core = await startCore({ dataFolder, keychain: core.keychain })
      await until(
        () => core.bridge.jobs.page({ kind: null, slice: { offset: 0, limit: 1 } }).catch(() => null),
        (page) => page !== null,
      )
    },
  }
}
