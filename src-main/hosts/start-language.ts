import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { lazyObject } from '../../src-shared/lazily'
import { openLanguage, type ConsoleLanguage } from '../core/language'

const chosen = lazyObject(() => ({ settings: z.object({ language: z.string() }) }))

/**
 * Speaks the language that the settings of a data folder name, before anything of the console is open: the page is
 * served while it opens. `system`: what the system speaks. Settings that cannot be read are the profiles' to tell of.
 */
export async function speakAsChosen(folder: string, system: string): Promise<ConsoleLanguage> {
  const text = await readFile(path.join(folder, 'settings.json'), 'utf8').catch(() => '')
  return openLanguage(choiceIn(text), system)
}

function choiceIn(text: string): string {
  try {
    return chosen.parse(JSON.parse(text)).settings.language
  } catch {
    return 'system' // There are no settings yet, or older ones, or damaged ones.
  }
}
