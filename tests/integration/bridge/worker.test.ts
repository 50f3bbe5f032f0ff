import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startAudience } from '../../fixtures/audience-server'
import { program } from '../../fixtures/built'
import { profileFor, settled, startCore } from '../../fixtures/core'
import { people } from '../../fixtures/people'
import { problemOf } from '../../fixtures/problem-of'
import { until } from '../../fixtures/until'

it('opens the copy again after its worker ended, and has everything', async () => {
  const server = await startAudience(people(30))
  const core = await startCore({
    cacheWorker: { file: program('mortal-worker') },
  })
  const { id } = await core.bridge.profiles.create(profileFor(server.url))
  await settled(core.bridge)
  const end = join(core.dataFolder, 'profiles', id, 'end')
  await writeFile(end, '')
  await until(
    () => existsSync(end),
    (there) => !there,
  )
  const problem = await until(
    () => problemOf(core.bridge.contacts.get({ id: 'cnt_1' })).catch(() => null),
    (seen) => seen !== null,
  )
  expect(problem?.code).toBe('cache_worker_stopped')
  expect((await core.bridge.contacts.get({ id: 'cnt_1' })).email).toBe('person1@example.com')
  await core.close()
  await server.close()
})
