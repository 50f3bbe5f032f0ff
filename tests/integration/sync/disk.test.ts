import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startAudience } from '../../fixtures/audience-server'
import { program } from '../../fixtures/built'
import { ended, profileFor, startCore, stateOf } from '../../fixtures/core'
import { cursorList } from '../../fixtures/misbehaving-lists'
import { late } from '../../fixtures/misbehaving-server'
import { people } from '../../fixtures/people'
import { until } from '../../fixtures/until'

it('pauses a run on a full disk, keeps what was copied, and goes on when there is room', async () => {
  const server = await startAudience(
    people(3000).map((person) => ({ ...person, data: { text: person.id.repeat(40) } })),
  )
  const list = cursorList('contacts', () => server.contacts)
  server.fault = (request) =>
    request.path === '/contacts' ? async (response) => late(20, await list(request))(response) : null
  const core = await startCore({
    cacheWorker: { file: program('small-disk-worker') },
  })
  const contacts = async () => stateOf(await core.bridge.sync.state(), 'contacts')

  const { id } = await core.bridge.profiles.create(profileFor(server.url))
  await until(contacts, ({ run }) => (run?.pages ?? 0) >= 2)
  const full = join(core.dataFolder, 'profiles', id, 'full')
  await writeFile(full, '')
  const { run } = await until(contacts, ({ run }) => run?.state === 'paused')
  expect(run?.problem).toMatchObject({ code: 'disk_full', action: 'Free some space, then go on.' })
  await until(contacts, ({ rows }) => rows === run?.received)

  await rm(full)
  await until(
    async () => {
      await core.bridge.sync.resume({ resource: 'contacts' })
      return contacts()
    },
    ({ run, last }) => run === null && last?.state === 'finished',
  )
  expect(await ended(core.bridge, 'contacts', 'finished')).toMatchObject({ received: 3000, added: 3000 })
  await core.close()
  await server.close()
})
