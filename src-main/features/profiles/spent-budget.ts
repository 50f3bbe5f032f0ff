import { SerialQueue } from '../../../src-shared/serial-queue'
import type { Clock } from '../../core/clock'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { lazyObject } from '../../../src-shared/lazily'
import type { SpentBefore } from '../../core/client/window'
import type { Logger } from '../../core/log'
import type { Connection } from '../../copying/connection'
import { parsedJson } from '../../../src-shared/parsed-json'

const spentSchema = lazyObject(() => ({
  /** Milliseconds since 1970. */
  at: z.number(),
  all: z.number().int().min(0).max(100_000),
  background: z.number().int().min(0).max(100_000),
}))

/** A service counts requests for a minute. */
const countedMs = 60_000
/** It is written down so often at most, in milliseconds: a kill forgets what was spent since. */
const writtenEveryMs = 1000

/** What the program spent of a profile's minute when it last ran; undefined where nothing of that counts any more. */
export async function spentBefore(folder: string, clock: Clock): Promise<SpentBefore | undefined> {
  const text = await readFile(fileOf(folder), 'utf8').catch(() => null) // There is none yet.
  if (text === null) return undefined
  // A file that was cut off by a kill says nothing.
  const found = spentSchema.safeParse(parsedJson(text))
  if (!found.success) return undefined
  const { at, all, background } = found.data
  const age = clock.now() - at
  return age < 0 || age >= countedMs ? undefined : { all, background, forMs: countedMs - age }
}

/** Writes down what is spent of a profile's minute, for the next start. Returns the way to stop, which writes it once more. */
export function rememberSpent(
  folder: string,
  { connection, clock, log }: { connection: Connection; clock: Clock; log: Logger },
): () => Promise<void> {
  let written = ''
  const writing = new SerialQueue()
  let waiting: AbortController | null = null
  const write = (): void => {
    const { spent: all, spentInBackground: background } = connection.client.budget
    const what = `${all} ${background}`
    if (what === written) return
    written = what
    const text = JSON.stringify({ at: clock.now(), all, background: Math.min(all, background) })
    writing
      .run(() => put(fileOf(folder), text))
      .catch((error: unknown) => {
        // Where it cannot be kept, the service's own refusal is what slows us down.
        log.warn('budget_not_kept', { detail: String(error) })
      })
  }
  const unwatch = connection.watch(() => {
    if (waiting) return
    const mine = new AbortController()
    waiting = mine
    clock.sleep(writtenEveryMs, mine.signal).then(
      () => {
        waiting = null
        write()
      },
      () => undefined, // Stopped below.
    )
  })
  return async () => {
    unwatch()
    waiting?.abort()
    write()
    await writing.idle()
  }
}

async function put(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text, { mode: 0o600 })
  await rename(`${path}.new`, path)
}

function fileOf(folder: string): string {
  return join(folder, 'budget.json')
}
