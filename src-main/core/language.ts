import { closestLanguage, spokenIn, type SpokenLanguage } from '../../src-shared/messages/languages'
import { speak } from '../../src-shared/messages/message'

/** Names the language to the workers that this process starts. */
const languageVariable = 'POSTROOM_LANGUAGE'

/** What speaks elsewhere: it hears of the language that is to be spoken from now on. */
type Follower = (language: SpokenLanguage) => Promise<unknown>
const followers = new Set<Follower>()

/** Tells a worker whenever another language is chosen, until what is answered is called. */
export function followLanguage(follower: Follower): () => void {
  followers.add(follower)
  return () => void followers.delete(follower)
}

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
    process.env[languageVariable] = current
    await Promise.all([speakIn(current), ...Array.from(followers, (follower) => follower(current))])
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
  if (language !== 'en') await speakIn(language)
}

/** Speaks a language in this process or worker from now on. */
export async function speakIn(language: SpokenLanguage): Promise<void> {
  speak(await spokenIn(language))
}
