import { t } from '../../../src-shared/messages/message'
import { tell } from '../../../src-shared/messages/told'
import { SerialQueue } from '../../../src-shared/serial-queue'
import type { Clock } from '../../core/clock'
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '../../core/log'
import { problem } from '../../core/problems'
import { writeWhole } from '../../core/whole-file'
import { emptySettings, storedSettingsSchema, withoutStrays, type StoredSettings } from './stored'
import { parsedJson } from '../../../src-shared/parsed-json'

/** settings.json: profiles, settings and key markers. It never holds a key. */
export interface SettingsFile {
  readonly value: StoredSettings
  /** Where a file that could not be read was moved at this start; null where all was well. */
  readonly movedAside: string | null
  /**
   * Changes the settings and writes them whole or not at all; what is of nobody any more goes with it. Changes are
   * applied in the order they were asked for. Rejects with `disk_full` or `file_unwritable`; the settings in memory then stay as they were.
   */
  update(change: (value: StoredSettings) => StoredSettings): Promise<StoredSettings>
}

const fileName = 'settings.json'

/** Reads the settings of a data folder; a file that makes no sense is moved aside, never overwritten. */
export async function openSettingsFile(folder: string, clock: Clock, log: Logger): Promise<SettingsFile> {
  const path = join(folder, fileName)
  const { value: found, movedAside } = await read(path, clock, log)
  let value = found
  const queue = new SerialQueue()

  return {
    get value() {
      return value
    },
    movedAside,
    update(change) {
      // A change waits for those before it, whatever became of them.
      return queue.run(async () => {
        const next = withoutStrays(storedSettingsSchema.parse(change(value)))
        const why = t('profiles.settingsFile.theSettingsCouldNot', { path })
        await writeWhole(path, `${JSON.stringify(next, null, 2)}\n`, why)
        value = next
        return next
      })
    },
  }
}

async function read(path: string, clock: Clock, log: Logger) {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw problem(
      'file_unwritable',
      { why: tell('profiles.settingsFile.theSettingsInPath', { path }) },
      { cause: error },
    )
  })
  if (text === null) return { value: emptySettings, movedAside: null }
  const parsed = storedSettingsSchema.safeParse(parsedJson(text))
  if (parsed.success) return { value: parsed.data, movedAside: null }
  const movedAside = path.replace(/\.json$/, `.set-aside-${Math.round(clock.now())}.json`)
  await rename(path, movedAside)
  log.error('settings_damaged', { detail: t('profiles.settingsFile.settingsJsonCouldNot', { movedAside }) })
  return { value: emptySettings, movedAside }
}
