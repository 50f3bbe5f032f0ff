import { readFileSync } from 'node:fs'
import { profileFor, startCore, stateOf } from '../fixtures/core'
import { until } from '../fixtures/until'

/** What a console came to that copied contacts of very many keys. */
export interface ManyKeys {
  received: number
  unread: number
  fields: number
  found: number[]
  /** Resident memory at most, in megabytes. */
  megabytes: number
}

/** A machine that does other work too takes its time. */
const tenMinutes = 600_000

/**
 * `many-keys-process FOLDER URL SEARCH KEY VALUE`: copies a service's contacts, looks for a text, filters by a key, and opens the
 * first contact that it finds; prints what it came to.
 */
async function main([dataFolder = '', url = '', search = '', key = '', value = '']: string[]): Promise<void> {
  const core = await startCore({ dataFolder, ownThreads: true })
  await core.bridge.profiles.create(profileFor(url))
  const { last } = await until(
    async () => stateOf(await core.bridge.sync.state(), 'contacts'),
    ({ last: done }) => done?.state === 'finished',
    tenMinutes,
  )
  const sort = { field: 'createdAt', direction: 'desc' } as const
  const slice = { offset: 0, limit: 100 }
  const filters = [{ field: `data.${key}`, operator: 'equals', value } as const]
  const searched = await core.bridge.contacts.page({ query: { search, filters: [], sort }, slice })
  const filtered = await core.bridge.contacts.page({ query: { search: '', filters, sort }, slice })
  const { fields } = await core.bridge.contacts.fields()
  const { rows } = await core.bridge.sync.unread({ resource: 'contacts', slice: { offset: 0, limit: 10 } })
  await core.bridge.contacts.get({ id: searched.rows[0]?.id ?? '' })
  const result: ManyKeys = {
    received: last?.received ?? 0,
    unread: rows.length,
    fields: fields.length,
    found: [searched.count, filtered.count],
    megabytes: Math.round(peakKilobytes() / 1024),
  }
  process.stdout.write(`${JSON.stringify(result)}\n`)
  await core.close()
}

/** Linux counts what a starter held into `maxRSS` of what it starts: the peak of this program alone stands in its status. */
function peakKilobytes(): number {
  const status = process.platform === 'linux' ? readFileSync('/proc/self/status', 'utf8') : ''
  const [, own] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? []
  return own === undefined ? process.resourceUsage().maxRSS : Number(own)
}

void main(process.argv.slice(2))
