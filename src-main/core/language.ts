import { closestLanguage, spokenIn, type SpokenLanguage } from '../../src-shared/messages/languages'
import { speak } from '../../src-shared/messages/message'

/** Names the language to the workers of this process: they speak the one that they were started in. */
const languageVariable = 'POSTROOM_LANGUAGE'

/** The language of the console's own words, in a host. */
export interface ConsoleLanguage {
  readonly current: SpokenLanguage
  /** Speaks another from now on; `system`: that of the system. */
  choose(choice: string): Promise<void>
}

/**
 * Speaks the chosen language in this process. `system`: what the system speaks, as a tag such as "de-AT"; POSTROOM_LANGUAGE
 * says so instead.
 */
export async function openLanguage(choice: string, system: string): Promise<ConsoleLanguage> {
  const ofSystem = process.env[languageVariable] || system
  let current: SpokenLanguage = 'en'
  const choose = async (wish: string) => {
    current = closestLanguage(wish === 'system' ? ofSystem : wish)
    speak(await spokenIn(current))
    process.env[languageVariable] = current
  }
  await choose(choice)
  return {
    get current() {
      return current
    },
    choose,
  }
}

/** Speaks, in a worker, the language that its process spoke when it was started. */
export async function speakAsStarted(): Promise<void> {
  const language = closestLanguage(process.env[languageVariable] ?? 'en')
  if (language !== 'en') speak(await spokenIn(language))
}
