import { writeFile } from 'node:fs/promises'
import { catalogueQuerySchema } from '../../src-shared/bridge/catalogue'
import type { Bridge } from '../../src-shared/bridge/contract'
import { settled, startCore } from '../fixtures/core'
import { until } from '../fixtures/until'

/**
 * A console as a program of its own: `first-copy-process FOLDER KEYS ADDRESS SECRET PUBLIC`. Connects to a service as
 * Welcome would with what `fillWelcome` enters, copies all of it, writes what went into its keychain to a file, and ends.
 */
async function main([
  dataFolder = '',
  keys = '',
  address = '',
  secretKey = '',
  publicKey = '',
]: string[]): Promise<void> {
  const core = await startCore({ dataFolder, ownThreads: true })
  const profile = { name: 'Harbour Notes', colour: 1, production: false, address, secretKey, publicKey }
  await core.bridge.profiles.create(profile)
  const { resources } = await settled(core.bridge)
  const unread = resources.filter(({ asOf }) => asOf === null)
  if (unread.length > 0) throw new Error(`Not copied: ${unread.map(({ resource }) => resource).join(', ')}`)
  // Members and executions are read after the lists that they belong to.
  await until(
    () => partsRead(core.bridge),
    (read) => read.every((asOf) => asOf !== null),
  )
  await core.quit()
  await writeFile(keys, JSON.stringify(Object.fromEntries(core.keychain.entries)))
}

/** When each list within the catalogue was read: the members of static segments, the executions of workflows. */
async function partsRead({ segments, workflows }: Bridge): Promise<(number | null)[]> {
  const all = { query: catalogueQuerySchema.parse({}), slice: { offset: 0, limit: 100 } }
  const one = { offset: 0, limit: 1 }
  const read: (number | null)[] = []
  for (const { id, kind } of (await segments.page(all)).rows) {
    if (kind === 'static') read.push((await segments.members({ id })).asOf)
  }
  for (const { id } of (await workflows.page(all)).rows) {
    read.push((await workflows.executions({ id, statuses: null, slice: one })).asOf)
  }
  return read
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`)
  process.exit(1)
})
