import { z } from 'zod'
import * as english from './english'
import { t, textsOf, type MessageKey, type MessageValues } from './message'

/** A sentence that is kept. Its key stands in copies: a text of `told` is neither renamed nor removed, its places neither. */
export type ToldKey = Extract<MessageKey, `told.${string}`>

/** A value of a kept sentence: words of their own, a figure, a sign that is said as well, or several such. */
type ToldValue = string | number | boolean | null | ToldSentence | ToldSentence[]

/**
 * A sentence as it is kept: its sign with its values, said when it is shown. `words`: how it was said when it was kept, for
 * a text that there may be no more.
 */
export interface ToldSentence {
  say: string
  values: Record<string, ToldValue>
  words?: string | undefined
}

/** What is kept to be told: a sentence, or words that are shown as they are. */
export type Told = string | ToldSentence

const sentenceSchema: z.ZodType<ToldSentence> = z.object({
  say: z.string(),
  words: z.string().optional(),
  values: z.record(
    z.string(),
    z.lazy(() =>
      z.union([z.string(), z.number(), z.boolean(), z.null(), sentenceSchema, z.array(sentenceSchema)]),
    ),
  ),
})
export { sentenceSchema as toldSentenceSchema }

/** A sentence that is to be kept. */
export function tell(say: ToldKey | MessageKey, values: ToldSentence['values'] = {}): ToldSentence {
  return { say, values }
}

/** A sentence as a text that is kept, where several are beside each other. */
export function toKeep(say: ToldKey, values?: ToldSentence['values']): string {
  return toldText(tell(say, values))
}

/** The same of a text that may be gone when it is shown: beside the words that it has now. */
export function toKeepWorded(say: MessageKey, values?: ToldSentence['values']): string {
  const sentence = tell(say, values)
  return toldText({ ...sentence, words: said(sentence) })
}

/** Kept sentences, one behind the other; null: there are none. */
export function keptInARow(kept: readonly (string | null)[]): string | null {
  return kept.reduce((one, other) => {
    if (one === null || other === null) return one ?? other
    return toKeepWorded('told.inARow', { one: toldOf(one), other: toldOf(other) })
  }, null)
}

/** What was kept, in the language that is spoken. Of a sentence that a newer Postroom kept, its values. */
export function said(told: Told): string {
  if (typeof told === 'string') return told
  const values: MessageValues = Object.fromEntries(
    Object.entries(told.values).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? value.map(said).join(', ')
        : typeof value === 'object' && value !== null
          ? said(value)
          : value,
    ]),
  )
  return isKey(told.say) ? t(told.say, values) : (told.words ?? Object.values(values).join(' '))
}

/** As a column holds it. */
export function toldText(told: Told): string {
  return typeof told === 'string' ? told : JSON.stringify(told)
}

/** What a column holds, in the language that is spoken. */
export function saidText(text: string): string {
  return said(toldOf(text))
}

/** What a column holds as an entry shows it: its title, and its sign where it has one. */
export function shownTold(text: string): { title: string; told?: ToldSentence } {
  const told = toldOf(text)
  return { title: said(told), ...(typeof told !== 'string' && { told }) }
}

/** What was read in another language, with its title in the one that is spoken now. */
export function retold<T extends { title: string; told?: ToldSentence }>(shown: T): T {
  return shown.told ? { ...shown, title: said(shown.told) } : shown
}

/** What a column holds. Text of an older Postroom is shown as it is. */
export function toldOf(text: string): Told {
  if (!text.startsWith('{"say":"')) return text
  try {
    return sentenceSchema.parse(JSON.parse(text))
  } catch {
    return text
  }
}

/** Whether what a sentence says, and all that stands in it, has a text here: of the page's texts some are the core's alone. */
export function isSaid(told: ToldSentence): boolean {
  const inside = Object.values(told.values).flat()
  return (
    isKey(told.say) && inside.every((value) => typeof value !== 'object' || value === null || isSaid(value))
  )
}

const known = textsOf(english)
const isKey = (say: string): say is MessageKey => known(say) !== undefined
