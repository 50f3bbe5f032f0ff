import { t } from '../messages/message'
import { z } from 'zod'
import { lazyLooseObject } from '../lazily'
import { asciiDomain } from '../address/domain-name'

/** A sending domain (wire.md, "Records"). Unknown fields are kept. */
export const domainSchema = lazyLooseObject(() => ({
  id: z.string().min(1),
  domain: z.string(),
  verified: z.boolean().default(false),
  dkimTokens: z
    .array(z.string())
    .nullish()
    .transform((tokens) => tokens ?? []),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
}))
export type Domain = z.infer<typeof domainSchema>

/**
 * The sending domain that mail from `sender` (ASCII, lower case) is sent by, however a service writes its name: at it or above
 * it, the closest one; of a `deployed` service at it alone (deployed.md section 2).
 */
export function coveringDomain<Named extends { domain: string }>(
  sender: string,
  domains: readonly Named[],
  deployed: boolean,
): Named | null {
  const covering = domains.filter(({ domain }) => {
    const name = asciiDomain(domain) ?? domain.toLowerCase()
    return sender === name || (!deployed && sender.endsWith(`.${name}`))
  })
  covering.sort((a, b) => b.domain.length - a.domain.length)
  return covering[0] ?? null
}

/** Where the CNAME of a DKIM token leads to: the mail-sending provider whose limits interface.md section 8 gives. */
const dkimKeys = 'dkim.amazonses.com'

interface DkimRecord {
  name: string
  target: string
}

/** The records that verify a domain, one for each of its tokens: `<token>._domainkey.<domain>` (wire.md, "Records"). */
export function dkimRecords({ domain, dkimTokens }: { domain: string; dkimTokens: string[] }): DkimRecord[] {
  return dkimTokens.map((token) => ({
    name: `${token}._domainkey.${domain}`,
    target: `${token}.${dkimKeys}`,
  }))
}

/** Where the SPF record of the same provider is: what a sending domain's own record includes. */
export const spfInclude = 'amazonses.com'

/** The TXT record that a domain without SPF needs. */
export const spfRecord = `v=spf1 include:${spfInclude} ~all`

/** The TXT record at `_dmarc.` that a domain without DMARC begins with: it changes nothing for its mail. */
export const dmarcRecord = 'v=DMARC1; p=none;'

/** Body of POST /domains: a name of two labels or more, in any script; it is kept in ASCII. */
export const addDomainRequestSchema = z.object({
  domain: z
    .string()
    .max(1000)
    .trim()
    .overwrite((text) => asciiDomain(text) ?? text)
    .max(253)
    .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/, {
      error: () => t('service.domain.mustBeADomain'),
    }),
})
