import { plain } from '../http/deployed/refusals'
import type { Domains } from '../store/domains'

/** Only a verified domain may send, as written (deployed.md section 2, "Sender"). @throws plain 400, 403 */
export function requireOwnSender(domains: Domains, address: string): void {
  const [local, domain, ...rest] = address.split('@')
  if (!local || !domain || rest.length > 0) throw plain(400, 'Invalid sender address')
  const row = domains.named(domain)
  if (!row) throw plain(403, `Domain ${domain} is not registered for this project`)
  if (!row.verified) throw plain(403, `Domain ${domain} is not verified`)
}
