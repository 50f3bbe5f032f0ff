import { readMailAddress } from '../../../src-shared/address/mail-address'
import { mailboxKind } from '../../../src-shared/address/mailbox-kind'
import type { Observed, Sign } from './store/ledger/classes'

/** What can be told of an address without asking anybody. */
export interface LocalFinding {
  observed: Observed[]
  /** A likely correct spelling. */
  suggestion: string | null
  /** Whether that is enough for a verdict: asking could not change it for the better. */
  settled: boolean
}

/** Looks at an address. Total: any text will do. */
export type LocalCheck = (email: string) => LocalFinding

/** How addresses that were probably meant are found: the import's own way, so that both say the same. */
type Suggest = (email: string) => string | null

/** Makes a check. The list of disposable domains is read when the first address comes (some milliseconds). */
export async function createLocalCheck(suggest: Suggest): Promise<LocalCheck> {
  const { createDisposableTest } = await import('../../../src-shared/address/disposable')
  const isDisposable = createDisposableTest()
  return (email) => {
    const { local, domain, fault } = readMailAddress(email)
    const suggestion = suggest(email)
    const observed: Observed[] = []
    if (fault !== null) observed.push({ sign: 'syntax', details: [fault] })
    else if (domain !== null) {
      if (isDisposable(domain)) observed.push({ sign: 'disposable' })
      const { plusAddressed, role } = mailboxKind(local)
      if (role) observed.push({ sign: 'role' })
      if (plusAddressed) observed.push({ sign: 'plus' })
      if (suggestion !== null) observed.push({ sign: 'typo' })
    }
    return { observed, suggestion, settled: decides(observed) }
  }
}

/**
 * Whether signs decide alone. What is no address would be refused, and a disposable one is risky whatever its servers
 * say; but lists of disposable domains hold misspelt ones too (gmial.com), whose people are real. A role, a tag or a
 * likely typo only adds a reason: whether such an address takes mail is still to be asked.
 */
function decides(observed: readonly Observed[]): boolean {
  const has = (sign: Sign) => observed.some((seen) => seen.sign === sign)
  return has('syntax') || (has('disposable') && !has('typo'))
}
