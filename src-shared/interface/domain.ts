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
