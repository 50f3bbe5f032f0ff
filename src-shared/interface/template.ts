import { z } from 'zod'
import { lazyLooseObject, lazyObject, lazySchema } from '../lazily'
import { headerLineSchema } from './address'

/** What a template is for (interface.md section 2). */
export const templateTypes = ['TRANSACTIONAL', 'MARKETING'] as const

/** A template as the service sends it (interface.md section 2; wire.md, "Records"). Unknown fields are kept. */
export const templateSchema = lazyLooseObject(() => ({
  id: z.string().min(1),
  name: z.string(),
  description: z.string().nullish(),
  subject: z.string(),
  body: z.string(),
  type: z.string(),
  from: z.string().nullish(),
  fromName: z.string().nullish(),
  replyTo: z.string().nullish(),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
}))
export type Template = z.infer<typeof templateSchema>

/** Body of POST /templates (interface.md section 4; wire.md adds the optional fields). */
export const createTemplateRequestSchema = lazyObject(() => ({
  name: z.string().min(1),
  description: z.string().nullable().optional(),
  subject: headerLineSchema.min(1),
  body: z.string().min(1),
  type: z.enum(templateTypes),
  from: z.email().nullable().optional(),
  fromName: headerLineSchema.nullable().optional(),
  replyTo: z.email().nullable().optional(),
}))
export type CreateTemplateRequest = z.infer<typeof createTemplateRequestSchema>

/** Body of PATCH /templates/:id: the same fields, each optional; null clears an optional one. */
export const updateTemplateRequestSchema = lazySchema(() => createTemplateRequestSchema.unwrap().partial())
export type UpdateTemplateRequest = z.infer<typeof updateTemplateRequestSchema>
