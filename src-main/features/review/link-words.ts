import type { Mail } from '../../../src-shared/bridge/review'
import { parseMail } from './parsed-mail'

/** The words of each link of a mail that shows some, by its address as it is written. */
export function linkWords(mail: Mail): Map<string, string> {
  const words = new Map<string, string>()
  for (const { tag, attributes, text, alt } of parseMail(mail).elements) {
    const to = tag === 'a' ? attributes.get('href')?.trim() : undefined
    const said = (text.trim() || alt.trim()).replace(/\s+/g, ' ')
    if (to !== undefined && said !== '' && !words.has(to)) words.set(to, said)
  }
  return words
}
