import { z } from 'zod'
import { lazily, lazySchema } from '../lazily'
import { createTemplateRequestSchema, updateTemplateRequestSchema } from '../interface/template'
import { doneSchema, procedure } from './base'
import {
  basisSchema,
  cataloguePageInputSchema,
  cataloguePageSchema,
  catalogueRowSchema,
  usedBySchema,
} from './catalogue'

/** A template as its list shows it. */
const templateRowSchema = lazySchema(() =>
  catalogueRowSchema.extend({
    name: z.string(),
    description: z.string(),
    /** TRANSACTIONAL, MARKETING, or what else the service says. */
    type: z.string(),
    subject: z.string(),
    /** How many campaigns and workflows use it. */
    uses: z.number().int(),
  }),
)
export type TemplateRow = z.infer<typeof templateRowSchema>

/** A template whole. */
const templateDetailSchema = lazySchema(() =>
  templateRowSchema.unwrap().extend({
    body: z.string(),
    from: z.string(),
    fromName: z.string(),
    replyTo: z.string(),
    /** Workflows with a step that sends it, and campaigns with the very same body. */
    usedBy: z.array(usedBySchema),
    /** Workflows whose steps the copy does not hold yet: what they use is not known. */
    workflowsNotRead: z.number().int(),
    /** As the service wrote it: the basis of a change. */
    basis: basisSchema,
    raw: z.record(z.string(), z.unknown()),
  }),
)
export type TemplateDetail = z.infer<typeof templateDetailSchema>

export const templates = lazily(() => ({
  page: procedure.input(cataloguePageInputSchema).output(cataloguePageSchema(templateRowSchema)),
  /** From the copy. `not_found` where it is not there. */
  get: procedure.input(z.object({ id: z.string() })).output(templateDetailSchema),
  /** POST /templates. Offline it is refused in words, as is every change here. */
  /** How many mails were sent with it, as the service counts now; `not_found` where it does not. */
  mailsSent: procedure.input(z.object({ id: z.string() })).output(z.object({ count: z.number().int() })),
  create: procedure.input(createTemplateRequestSchema).output(templateDetailSchema),
  /** PATCH /templates/:id. */
  update: procedure
    .input(z.object({ id: z.string(), changes: updateTemplateRequestSchema, basis: basisSchema }))
    .output(templateDetailSchema),
  /** DELETE /templates/:id. `name` must be the template's, typed. */
  remove: procedure.input(z.object({ id: z.string(), name: z.string() })).output(doneSchema),
}))
