import { t } from '../../../src-shared/messages/message'
import type { DomainSign } from '../../../src-shared/bridge/domains'

const names: Record<DomainSign['what'], string> = { spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC' }

/**
 * How a sending domain stands in DNS, in a few words: "SPF, DKIM, DMARC none" of one that may send, "2 of 3 records found" of
 * one that waits for them. Empty while nobody knows.
 */
export function signsWords(verified: boolean, signs: readonly DomainSign[]): string {
  const known = signs.filter(({ state }) => state !== 'unasked')
  if (known.length === 0) return ''
  if (known.every(({ state }) => state === 'unknown')) return t('overview.sendingWords.dnsDidNotAnswer')
  if (verified) return known.map(signWords).join(', ')
  const found = known.filter(({ state }) => state === 'published').length
  return t('overview.sendingWords.foundOfAll', { found, all: known.length })
}

function signWords({ what, state }: DomainSign): string {
  const name = names[what]
  if (state === 'missing') return t('overview.sendingWords.none', { name })
  if (state === 'other') return t('overview.sendingWords.anotherValue', { name })
  return state === 'unknown' ? t('overview.sendingWords.noAnswer', { name }) : name
}
