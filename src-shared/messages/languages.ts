import * as english from './english'
import { pseudoText } from './pseudo'
import { spokenFrom, textsOf, type Catalogue, type Spoken, type Texts } from './message'

/** The languages that a person can choose, by their BCP 47 tags. */
export const languages = ['en', 'de'] as const
type Language = (typeof languages)[number]

/** Languages of tests: English with longer words and marks around each text, and the same from right to left. */
const pseudoLanguages = ['en-XA', 'ar-XB'] as const

/** A language that texts can be had in. */
export type SpokenLanguage = Language | (typeof pseudoLanguages)[number]

const known: readonly SpokenLanguage[] = [...languages, ...pseudoLanguages]

/** The language that comes closest to a wish such as "de-AT" or "de_DE.UTF-8"; English where none does. */
export function closestLanguage(wish: string): SpokenLanguage {
  const exact = known.find((tag) => tag === wish)
  const primary = /^[a-z]+/i.exec(wish)?.[0].toLowerCase()
  return exact ?? languages.find((tag) => tag === primary) ?? 'en'
}

/** Whether a language is written from right to left. */
export function isRightToLeft(language: SpokenLanguage): boolean {
  return language === 'ar-XB'
}

/**
 * The texts of a language. German is loaded when it is asked for; what is loaded so imports nothing that the page starts with, or the page,
 * which waits for it, would wait for itself.
 */
export async function textsIn(language: SpokenLanguage): Promise<Texts> {
  const inEnglish = textsOf(english)
  if (language === 'en') return inEnglish
  if (language === 'de') {
    const german: Catalogue = await import('./german')
    return textsOf(german)
  }
  return (key) => {
    const text = inEnglish(key)
    return text === undefined ? undefined : pseudoText(text)
  }
}

/** A language, with what says its texts. */
export async function spokenIn(language: SpokenLanguage): Promise<Spoken> {
  return spokenFrom(tagOf(language), await textsIn(language))
}

/** By which tag a language writes its numbers, dates and orders: the pseudo languages as English does. */
export function tagOf(language: SpokenLanguage): string {
  return language === 'de' ? 'de' : 'en'
}
