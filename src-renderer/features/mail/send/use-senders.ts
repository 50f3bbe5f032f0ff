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
    changes: () => `${live.copyKey} ${live.current?.id}`,
    forgets: true,
  })

  function senderWords(from: string): { text: string; faulty: boolean } {
    const verified = domains.value?.filter((one) => one.verified).map(({ domain }) => domain) ?? []
    const written = from.split('@')[1]?.trim()
    const domain = written?.toLowerCase()
    if (domains.value === null) return { text: '', faulty: false }
    if (!domain) {
      const text =
        verified.length === 0 ? 'No domain is verified.' : `Verified: ${verified.slice(0, 4).join(', ')}.`
      return { text, faulty: false }
    }
    const sender = asciiDomain(domain) ?? domain
    const known = coveringDomain(sender, domains.value, live.deployed)
    if (known?.verified && domain === known.domain.toLowerCase() && written !== known.domain) {
      return {
        text: `Write ${known.domain}, as it is verified: some services refuse other capitals.`,
        faulty: true,
      }
    }
    if (known?.verified) {
      const text =
        domain === known.domain.toLowerCase()
          ? `${domain} is verified.`
          : `${known.domain} is verified and covers it.`
      return { text, faulty: false }
    }
    return {
      text: known
        ? `${known.domain} is not verified yet: its mail is likely refused.`
        : `${domain} is none of the project’s domains: its mail is likely refused.`,
      faulty: true,
    }
  }
  return { senderWords }
}
