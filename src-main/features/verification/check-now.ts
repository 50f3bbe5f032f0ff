import { tell } from '../../../src-shared/messages/told'
import type { AsyncStore } from '../../cache/store'
import type { ServiceClient } from '../../core/client/client'
import type { MailDomains } from '../../core/dns/mail-domains'
import { problem } from '../../core/problems'
import { answeredVerdict, localVerdict, type VerdictClock } from './ledger'
import type { LocalCheck } from './local'

interface CheckTools extends VerdictClock {
  access: { readonly client: Pick<ServiceClient, 'verifyAddress'>; readonly online: boolean }
  ledger: Pick<AsyncStore['verdicts'], 'add'>
  check: LocalCheck
  mailDomains: MailDomains
}

/**
 * Checks one address because a person asked: one call, ahead of everything else, whatever the ledger knows. What can
 * be settled here costs no call. A failure is told to who asked and leaves the ledger as it is: it may be the
 * service's fault, and unknown would take the place of what is known.
 */
export async function checkNow(email: string, tools: CheckTools, signal?: AbortSignal): Promise<void> {
  const { access, ledger, check } = tools
  const finding = check(email)
  if (finding.settled) {
    await ledger.add([localVerdict(email, finding, tools)])
    return
  }
  if (!access.online) {
    throw problem('offline', { why: tell('verification.checkNow.theServiceCannotBe') })
  }
  const options = { priority: 'click' as const, ...(signal ? { signal } : {}) }
  const { value } = await access.client.verifyAddress(email, options)
  await ledger.add([await answeredVerdict(email, value, finding, tools)])
}
