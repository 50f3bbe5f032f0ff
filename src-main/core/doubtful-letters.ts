import { domainToUnicode } from 'node:url'
import { looksLatin, mixedScripts } from '../../src-shared/scripts'

/** What is doubtful about the letters of a domain in ASCII, as a remark; null where nothing is. */
export function doubtfulLetters(domain: string): string | null {
  if (!domain.includes('xn--')) return null
  for (const label of domain.split('.')) {
    if (!label.startsWith('xn--')) continue
    const shown = domainToUnicode(label)
    const mixed = mixedScripts(shown)
    if (mixed.length > 0) return `mixes ${mixed.join(' and ')} letters in ${shown}`
    if (looksLatin(shown)) return `Cyrillic letters that look Latin in ${shown}`
  }
  return null
}
