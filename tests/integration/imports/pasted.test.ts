import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startCore } from '../../fixtures/core'
import { until } from '../../fixtures/until'
import { atRest, openFixture } from './fixture'

it('has what was pasted as soon as it was taken: a kill at that instant loses none of it', async () => {
  const fixture = await openFixture()
  onTestFinished(() => fixture.close())
  const killed = await mkdtemp(join(tmpdir(), 'postroom-killed-'))
  onTestFinished(() => rm(killed, { recursive: true, force: true }))
  const { id } = await fixture.core.bridge.imports.open({
    kind: 'text',
    text: 'email,plan\nada@example.com,pro\ngrace@example.com,free\n',
  })
  // The folder as the kill leaves it: nothing else runs between the answer and this.
  cpSync(fixture.core.dataFolder, killed, { recursive: true, filter: (path) => !path.endsWith('-shm') })
  const core = await startCore({ dataFolder: killed, keychain: fixture.core.keychain })
  onTestFinished(() => core.quit())
  await until(
    () => core.bridge.imports.page({ slice: { offset: 0, limit: 1 } }).catch(() => null),
    (page) => page !== null,
  )
  expect(await atRest(core.bridge, id)).toMatchObject({ name: 'Pasted rows', rows: 2, problem: null })
})
