import { z } from 'zod'

/** A sending domain (wire.md, "Records"). Unknown fields are kept. */
export const domainSchema = z.looseObject({
  id: z.string().min(1),
  domain: z.string(),
  verified: z.boolean().default(false),
  dkimTokens: z.array(z.string()).default([]),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
})
export type Domain = z.infer<typeof domainSchema>

/** Body of POST /domains: a name of two labels or more, in ASCII (IDN as `xn--`). */
export const addDomainRequestSchema = z.object({
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .max(253)
    .regex(/^(?=.*[a-z])([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/, 'Must be a domain name.'),
})
