import { plain } from '../http/deployed/refusals'
import type { Domains } from '../store/domains'

/**
 * Lets mail go out only from a verified domain of the project, as it is written: no other case, no domain above it
 * (deployed.md section 2, "Sender").
 * @throws ServiceFailure the plain 400 without exactly one `@`, the plain 403 for a domain that may not send.
 */
export async function requireOwnSender(domains: Domains, address: string): Promise<void> {
  const [local, domain, ...rest] = address.split('@')
  if (!local || !domain || rest.length > 0) throw plain(400, 'Invalid sender address')
  const row = await domains.named(domain)
  if (!row) throw plain(403, `Domain ${domain} is not registered for this project`)
  if (!row.verified) throw plain(403, `Domain ${domain} is not verified`)
}
