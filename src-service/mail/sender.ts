import { ServiceFailure } from '../http/failure'
import type { Domains } from '../store/domains'

/**
 * Lets mail go out only from where this project may send (interface.md section 4: the sender's domain must be
 * verified).
 * @throws ServiceFailure VALIDATION_ERROR that names the field `from`.
 */
export async function requireVerifiedSender(domains: Domains, address: string): Promise<void> {
  if (await domains.isVerifiedSender(address)) return
  const domain = address.slice(address.lastIndexOf('@') + 1)
  throw new ServiceFailure('VALIDATION_ERROR', `Mail cannot be sent from ${domain}.`, {
    errors: [{ field: 'from', message: `The domain ${domain} is not verified.`, code: 'custom' }],
    suggestion: 'Add the domain under Domains and publish its DNS records, or send from a verified one.',
  })
}
