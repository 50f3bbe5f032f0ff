import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { lazyObject } from '../../src-shared/lazily'
import { parsedJson } from '../../src-shared/parsed-json'

/** What a page is told before any of its scripts runs: how it looks, and where it opens. */
export interface StartOfPage {
  /** There is a profile to open: the page begins with its frame. */
  readonly framed: boolean
  /** `light` or `dark` as a person chose; null: as the system is. */
  readonly theme: 'light' | 'dark' | null
  /** The screen that the current profile was left on; null: none is remembered. */
  readonly screen: string | null
}

/** The start of a page without settings. */
export const plainStart: StartOfPage = { framed: false, theme: null, screen: null }

// The least of the settings: those that cannot be read are the profiles' to tell of.
const remembered = lazyObject(() => ({
  currentId: z.string().nullable(),
  settings: z.object({
    appearance: z.object({ theme: z.string() }),
    lastScreens: z.record(z.string(), z.string().regex(/^[a-z]{1,40}$/i)).catch({}),
  }),
}))

/** Reads, from the settings of a data folder, how its page starts. Keys that a passphrase seals show nothing beforehand. */
export async function startOfPage(folder: string): Promise<StartOfPage> {
  const [text, sealed] = await Promise.all([
    readFile(path.join(folder, 'settings.json'), 'utf8').catch(() => ''),
    readFile(path.join(folder, 'keys.sealed')).then(
      () => true,
      () => false,
    ),
  ])
  const read = remembered.safeParse(parsedJson(text))
  if (!read.success) return plainStart
  const { currentId, settings } = read.data
  const { theme } = settings.appearance
  return {
    framed: currentId !== null && !sealed,
    theme: theme === 'light' || theme === 'dark' ? theme : null,
    screen: currentId === null ? null : (settings.lastScreens[currentId] ?? null),
  }
}
