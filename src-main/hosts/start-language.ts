import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { lazyObject } from '../../src-shared/lazily'
import { openLanguage, type ConsoleLanguage } from '../core/language'
import { parsedJson } from '../../src-shared/parsed-json'

const chosen = lazyObject(() => ({ settings: z.object({ language: z.string() }) }))

/**
 * Speaks the language that the settings of a data folder name, before anything of the console is open: the page is
 * served while it opens. `system`: what the system speaks. Settings that cannot be read are the profiles' to tell of.
 */
export async function speakAsChosen(folder: string, system: string): Promise<ConsoleLanguage> {
  const text = await readFile(path.join(folder, 'settings.json'), 'utf8').catch(() => '')
  // There may be no settings yet, or older ones, or damaged ones.
  return openLanguage(chosen.safeParse(parsedJson(text)).data?.settings.language ?? 'system', system)
}
