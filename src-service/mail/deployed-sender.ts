import { plain } from '../http/deployed/refusals'
import type { Domains } from '../store/domains'

/**
 * Takes as a sender only an address whose domain, letter by letter, is a verified one of the project: no parent covers
 * it (deployed.md section 2, "Sender").
 * @throws ServiceFailure plain 400 for what has not one `@`, plain 403 for another's domain
 */
export function requireOwnSender(domains: Domains, address: string): void {
  const parts = address.split('@')
  const domain = parts[1] ?? ''
  if (parts.length !== 2 || domain === '') throw plain(400, 'Invalid from email address format')
  const { rows } = domains.list({ limit: Number.MAX_SAFE_INTEGER - 1 })
  const row = rows.find((known) => known.domain === domain)
  if (!row) throw plain(403, `Domain ${domain} is not registered with this project`)
  if (!row.verified) throw plain(403, `Domain ${domain} is not verified`)
}
