import { t } from '../../src-shared/messages/message'
import { domainToUnicode } from 'node:url'
import { looksLatin, mixedScripts } from '../../src-shared/scripts'

/** What is doubtful about the letters of a domain in ASCII, as a remark; null where nothing is. */
export function doubtfulLetters(domain: string): string | null {
  if (!domain.includes('xn--')) return null
  for (const label of domain.split('.')) {
    if (!label.startsWith('xn--')) continue
    const shown = domainToUnicode(label)
    const mixed = mixedScripts(shown)
    if (mixed.length > 0)
      return t('core.doubtfulLetters.mixesJoinLettersIn', { join: mixed.join(' and '), shown })
    if (looksLatin(shown)) return t('core.doubtfulLetters.cyrillicLettersThatLook', { shown })
  }
  return null
}
