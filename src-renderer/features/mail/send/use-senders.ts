import { t } from '../../../../src-shared/messages/message'
import type { DomainRow } from '../../../../src-shared/bridge/domains'
import { asciiDomain } from '../../../../src-shared/address/domain-name'
import { coveringDomain } from '../../../../src-shared/interface/domain'
import { useBridge } from '../../../bridge'
import { useLiveStore } from '../../../stores/live'
import { useAnswer } from '../../../kit/state/answer'

/** The project's sending domains, as the copy holds them; null: not read yet, or nobody can tell. */
export function useSenders() {
  const bridge = useBridge()
  const live = useLiveStore()
  // It is a hint beside a field: the service checks the sender itself.
  const { answer: domains } = useAnswer({
    async ask(): Promise<readonly DomainRow[] | null> {
      const page = await bridge.domains.page({
        query: { search: '', kinds: null, sort: { by: 'name', direction: 'asc' } },
        slice: { offset: 0, limit: 200 },
      })
      return page.asOf === null ? null : page.rows
    },
    changes: () => `${live.copyKey} ${live.currentId}`,
    forgets: true,
  })

  function senderWords(from: string): { text: string; faulty: boolean } {
    const verified = domains.value?.filter((one) => one.verified).map(({ domain }) => domain) ?? []
    const written = from.split('@')[1]?.trim()
    const domain = written?.toLowerCase()
    if (domains.value === null) return { text: '', faulty: false }
    if (!domain) {
      const text =
        verified.length === 0
          ? t('mail.useSenders.noDomainIsVerified')
          : t('mail.useSenders.verifiedJoin', { join: verified.slice(0, 4).join(', ') })
      return { text, faulty: false }
    }
    const sender = asciiDomain(domain) ?? domain
    const known = coveringDomain(sender, domains.value, live.deployed)
    if (known?.verified && domain === known.domain.toLowerCase() && written !== known.domain) {
      return {
        text: t('mail.useSenders.writeDomainAsIt', { domain: known.domain }),
        faulty: true,
      }
    }
    if (known?.verified) {
      const text =
        domain === known.domain.toLowerCase()
          ? t('mail.useSenders.domainIsVerified', { domain })
          : t('mail.useSenders.domainIsVerifiedAnd', { domain: known.domain })
      return { text, faulty: false }
    }
    return {
      text: known
        ? t('mail.useSenders.domainIsNotVerified', { domain: known.domain })
        : t('mail.useSenders.domainIsNoneOf', { domain }),
      faulty: true,
    }
  }
  return { senderWords }
}
