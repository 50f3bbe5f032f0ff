import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startAudience, type AudienceServer } from '../../fixtures/audience-server'
import { node, program } from '../../fixtures/built'
import { megabytesOfText } from '../../fixtures/misbehaving-server'
import { person } from '../../fixtures/people'
import type { ManyKeys } from '../../programs/many-keys-process'

/** Services that keep whatever they are sent: the console's memory is that of one process, copy and index in it. */

let server: AudienceServer
let folder: string
beforeEach(async () => {
  server = await startAudience()
  folder = await mkdtemp(path.join(tmpdir(), 'postroom-keys-'))
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** The main thread's young generation is as small as a worker's: what counts is what is held, not what a busy machine has yet to collect. */
const smallYoung = '--max-semi-space-size=8'

async function copied(search: string, key: string, value: string): Promise<ManyKeys> {
  const args = [smallYoung, program('many-keys-process'), folder, server.url, search, key, value]
  const { stdout } = await promisify(execFile)(node, args)
  return JSON.parse(stdout) as ManyKeys
}

/** So many keys of their own. */
const own = (name: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name} ${at}`, `value-${name}-${at}`]))

/** So many contacts with keys that nobody else has. */
const ofTheirOwn = (contacts: number, keys: number) =>
  Array.from({ length: contacts }, (_, at) => person(at + 2, own(`of${at}`, keys)))

it('a contact of 60,000 keys beside one of 36 MB stays within 600 MB, and the latter is set aside (C43)', async () => {
  const tooLarge = person(1, { text: megabytesOfText(36) })
  server.contacts = [person(0, own('wide', 60_000)), tooLarge, ...ofTheirOwn(200, 3)]
  const came = await copied('value-wide-59876', 'wide 59876', 'value-wide-59876')
  expect(came).toMatchObject({ received: 201, unread: 1, found: [1, 1] })
  expect(came.megabytes).toBeLessThan(600)
}, 300_000)

it('a million keys in all stay within 600 MB (C43)', async () => {
  server.contacts = ofTheirOwn(5000, 200)
  const came = await copied('value-of4321-150', 'of4321 150', 'value-of4321-150')
  expect(came).toMatchObject({ received: 5000, unread: 0, found: [1, 1] })
  expect(came.megabytes).toBeLessThan(600)
}, 300_000)
