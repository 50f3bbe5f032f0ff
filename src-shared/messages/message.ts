import { IntlMessageFormat } from 'intl-messageformat'
import * as english from './english'

/** The texts of one language: by where they are used, then by name, each in ICU's message format. */
export type Catalogue = {
  readonly [N in keyof typeof english]: { readonly [K in keyof (typeof english)[N]]: string }
}

type Name<N extends keyof Catalogue> = `${N}.${keyof Catalogue[N] & string}`

/** Names a text: its catalogue, then the text within it. */
export type MessageKey = { [N in keyof Catalogue]: Name<N> }[keyof Catalogue]

/** What stands in a text's places, nothing where it is null. A number is written as the language does, and chooses its plural. */
export type MessageValues = Readonly<Record<string, string | number | boolean | null | undefined>>

/** Says a text. Raises where the text has a place that no value was given for. */
type Translate = (key: MessageKey, values?: MessageValues) => string

/** A language that is spoken: its BCP 47 tag, for numbers, dates and orders, and how its texts are said. */
export interface Spoken {
  readonly tag: string
  readonly say: Translate
  readonly parts: TranslateParts
}

/** A place of a text in which an element stands. */
interface ElementPlace {
  readonly place: string
}

/** Says a text that elements stand in, at `places`: what is before, between and behind them as strings. */
type TranslateParts = (
  key: MessageKey,
  places: readonly string[],
  values?: MessageValues,
) => readonly (string | ElementPlace)[]

/** A text of a language, ready to be filled in. No text holds markup: `<` is a letter. */
export function compile(message: string, tag: string): IntlMessageFormat {
  return new IntlMessageFormat(message, tag, undefined, { ignoreTag: true })
}

/** The texts of a language by their keys; undefined for a key that it has no text of. */
export type Texts = (key: string) => string | undefined

/** The texts of a catalogue. */
export function textsOf(catalogue: Readonly<Record<string, Readonly<Record<string, string>>>>): Texts {
  return (key) => {
    const dot = key.indexOf('.')
    return catalogue[key.slice(0, dot)]?.[key.slice(dot + 1)]
  }
}

/** A language from its texts. Each is compiled when it is first said. */
export function spokenFrom(tag: string, texts: Texts): Spoken {
  const compiled = new Map<MessageKey, IntlMessageFormat>()
  const formatOf = (key: MessageKey): IntlMessageFormat => {
    const known = compiled.get(key)
    if (known) return known
    const text = texts(key)
    if (text === undefined) throw new Error(`There is no text ${key}`)
    const format = compile(text, tag)
    compiled.set(key, format)
    return format
  }
  return {
    tag,
    say: (key, values) => String(formatOf(key).format(values)),
    parts(key, places, values) {
      const elements = Object.fromEntries(places.map((place) => [place, { place }]))
      return formatOf(key)
        .formatToParts<ElementPlace>({ ...values, ...elements })
        .map(({ value }) => value)
    },
  }
}

// A process speaks one language at a time, as it lives in one time zone.
let spoken = spokenFrom('en', textsOf(english))

/** A text in the language that is spoken. */
export const t: Translate = (key, values) => spoken.say(key, values)

/** A text that elements stand in, in the language that is spoken. */
export const tParts: TranslateParts = (key, places, values) => spoken.parts(key, places, values)

/** The tag of the language that is spoken. */
export function spokenTag(): string {
  return spoken.tag
}

/** Speaks another language from now on. What was said stays as it was said. */
export function speak(next: Spoken): void {
  spoken = next
}
