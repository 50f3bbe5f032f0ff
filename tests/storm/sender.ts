import { z } from 'zod'
import type { StormService } from './service'

const domainSchema = z.looseObject({ domain: z.string() })

/** An address of the service's verified domain, which mails may come from. */
export async function senderOf(service: StormService): Promise<string> {
  const listed = await service.ask('/domains')
  const found: string[] = []
  // Whichever form the list comes in.
  JSON.stringify(listed, (_key, value: unknown) => {
    const read = domainSchema.safeParse(value)
    if (read.success) found.push(read.data.domain)
    return value
  })
  const [domain] = found
  if (domain === undefined) throw new Error('The service has no domain')
  return `news@${domain}`
}
