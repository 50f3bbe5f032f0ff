import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { profileFor, startCore } from '../../fixtures/core'

it('has the settings as they were before a change that was half written, and writes the next one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'postroom-power-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const core = await startCore({ dataFolder: folder })
  const { id } = await core.bridge.profiles.create(profileFor('http://127.0.0.1:9'))
  await core.quit()
  const whole = readFileSync(join(folder, 'settings.json'))
  for (const length of [0, 1, Math.floor(whole.length / 2), whole.length - 3]) {
    // A change is written beside the file, and takes its place when it is whole and on the disk.
    writeFileSync(join(folder, 'settings.json.new'), whole.subarray(0, length))
    const after = await startCore({ dataFolder: folder, keychain: core.keychain })
    const { profiles, settingsMovedTo } = await after.bridge.profiles.list()
    expect(profiles.map((each) => each.id)).toEqual([id])
    expect(settingsMovedTo).toBeUndefined()
    const { name } = await after.bridge.profiles.update({ id, changes: { name: `Written after ${length}` } })
    await after.quit()
    expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toContain(name)
  }
})
