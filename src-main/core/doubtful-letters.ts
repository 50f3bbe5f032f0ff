import { t } from '../../src-shared/messages/message'
import { domainToUnicode } from 'node:url'
import { looksLatin, mixedScripts, type ScriptName } from '../../src-shared/scripts'

/** What is doubtful about the letters of a domain in ASCII, as a remark; null where nothing is. */
export function doubtfulLetters(domain: string): string | null {
  if (!domain.includes('xn--')) return null
  for (const label of domain.split('.')) {
    if (!label.startsWith('xn--')) continue
    const shown = domainToUnicode(label)
    const mixed = mixedScripts(shown)
    if (mixed.length > 0) {
      const join = mixed.map(scriptWords).join(` ${t('core.doubtfulLetters.and')} `)
      return t('core.doubtfulLetters.mixesJoinLettersIn', { join, shown })
    }
    if (looksLatin(shown)) return t('core.doubtfulLetters.cyrillicLettersThatLook', { shown })
  }
  return null
}

/** A script as a person calls it. */
export function scriptWords(name: ScriptName): string {
  const words: Record<ScriptName, string> = {
    Latin: t('core.doubtfulLetters.latin'),
    Cyrillic: t('core.doubtfulLetters.cyrillic'),
    Greek: t('core.doubtfulLetters.greek'),
    Armenian: t('core.doubtfulLetters.armenian'),
    Cherokee: t('core.doubtfulLetters.cherokee'),
    Georgian: t('core.doubtfulLetters.georgian'),
    Hebrew: t('core.doubtfulLetters.hebrew'),
    Arabic: t('core.doubtfulLetters.arabic'),
    Devanagari: t('core.doubtfulLetters.devanagari'),
    Thai: t('core.doubtfulLetters.thai'),
    'East Asian': t('core.doubtfulLetters.eastAsian'),
  }
  return words[name]
}
