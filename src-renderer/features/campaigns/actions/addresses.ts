import { looksLikeAddress } from '../../../../src-shared/address/parts'

/** How many addresses one test goes to at most. */
export const mostTests = 10

/** The addresses of a text, each once in any case, separated by commas, semicolons or space; and what is none. */
export function addressesIn(text: string): { emails: string[]; invalid: string[] } {
  const emails = new Map<string, string>()
  const invalid: string[] = []
  for (const word of text.split(/[\s,;]+/)) {
    if (word === '') continue
    if (looksLikeAddress(word)) emails.set(word.toLowerCase(), word)
    else invalid.push(word)
  }
  return { emails: [...emails.values()], invalid }
}
