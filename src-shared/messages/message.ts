import { parse } from '@formatjs/icu-messageformat-parser'
import { formatToParts, IntlMessageFormat, type Formatters } from 'intl-messageformat'
import { lazily } from '../lazily'
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

/** A text of a language, ready to be filled in. Raises where it has a place that no value was given for. */
export interface Message {
  say(values?: MessageValues): string
  parts(
    values?: Readonly<Record<string, MessageValues[string] | ElementPlace>>,
  ): readonly (string | ElementPlace)[]
}

/**
 * What fills in a language's texts, each of which is compiled when it is first said. What writes its numbers and chooses its plurals is made once for all of them: the library's own
 * class makes it anew for each text, and asks the engine for the language, which was more than half of what it took to say one.
 */
export function compiler(tag: string): (message: string) => Message {
  const whole = lazily(() => new Intl.NumberFormat(tag))
  const percent = lazily(() => new Intl.NumberFormat(tag, { style: 'percent' }))
  const cardinal = lazily(() => new Intl.PluralRules(tag))
  const ordinal = lazily(() => new Intl.PluralRules(tag, { type: 'ordinal' }))
  const formatters: Formatters = {
    // No text has numbers of another form, nor dates: format.ts writes those.
    getNumberFormat: (_, options) => (options?.style === 'percent' ? percent() : whole()),
    getDateTimeFormat: lazily(() => new Intl.DateTimeFormat(tag)),
    getPluralRules: (_, options) => (options?.type === 'ordinal' ? ordinal() : cardinal()),
  }
  const { formats } = IntlMessageFormat
  const compiled = new Map<string, Message>()
  const compile = (message: string): Message => {
    if (plainText.test(message)) return { say: () => message, parts: () => [message] }
    // No text holds markup: `<` is a letter.
    const elements = parse(message, { ignoreTag: true })
    const parts: Message['parts'] = (values) =>
      formatToParts<ElementPlace>(elements, tag, formatters, formats, values, undefined, message).map(
        ({ value }) => value,
      )
    return { say: (values) => parts(values).join(''), parts }
  }
  return (message) => {
    const known = compiled.get(message) ?? compile(message)
    compiled.set(message, known)
    return known
  }
}

/** A text without places, in which no letter stands for anything but itself. */
const plainText = /^[^{}']*$/

/** The texts of a language by their keys; undefined for a key that it has no text of. */
export type Texts = (key: string) => string | undefined

/** The texts of a catalogue. */
export function textsOf(catalogue: Readonly<Record<string, Readonly<Record<string, string>>>>): Texts {
  return (key) => {
    const dot = key.indexOf('.')
    return catalogue[key.slice(0, dot)]?.[key.slice(dot + 1)]
  }
}

/** A language from its texts; `compile` where somebody else compiles some, too. */
export function spokenFrom(tag: string, texts: Texts, compile = compiler(tag)): Spoken {
  const messageOf = (key: MessageKey): Message => {
    const text = texts(key)
    if (text === undefined) throw new Error(`There is no text ${key}`)
    return compile(text)
  }
  return {
    tag,
    say: (key, values) => messageOf(key).say(values),
    parts(key, places, values) {
      const elements = Object.fromEntries(places.map((place): [string, ElementPlace] => [place, { place }]))
      return messageOf(key).parts({ ...values, ...elements })
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
