import { saidText } from '../../../src-shared/messages/told'
import type { VerdictRules } from '../../../src-shared/bridge/verdicts'
import type { StoredRules } from './store/ledger/api'
import { defaultRules, type Sign } from './store/ledger/classes'

/** What decides about classes, in words. */
export function shownRules({ signs, domains, expiry }: StoredRules): VerdictRules {
  return {
    signs: signs.flatMap(({ sign, ...rule }) => {
      if (!isSign(sign)) return []
      const { title, sentence } = defaultRules[sign]
      return [{ sign, title, sentence: saidText(sentence), ...rule }]
    }),
    domains,
    expiry,
  }
}

function isSign(sign: string): sign is Sign {
  return Object.hasOwn(defaultRules, sign)
}
