import { z } from 'zod'
import { lazily, lazyObject } from '../lazily'
import { procedure } from './base'
import { jobResult, jobSchema } from './jobs'
import { filteredBatchSchema } from './verification'

/** What the taking of suggested spellings would do. The counts add up to `suggestions`. */
const correctionPreviewSchema = lazyObject(() => ({
  suggestions: z.number().int(),
  /** Contacts whose address is to be another one. */
  willChange: z.number().int(),
  /** There is a contact with the suggested address already: the old one is unsubscribed, nothing else. */
  alreadyThere: z.number().int(),
  /** Are no contacts: there is nothing to change. */
  notContacts: z.number().int(),
  rows: z.array(z.object({ email: z.string(), suggestion: z.string(), alreadyThere: z.boolean() })),
  requests: z.number().int(),
  seconds: z.number(),
}))
export type CorrectionPreview = z.infer<typeof correctionPreviewSchema>

/** What became of the corrections of a job, or of their undo. */
export const correctionResultSchema = lazyObject(() => ({
  ...jobResult,
  /** The service did not change the address, so a new contact was made and the old one unsubscribed. */
  replaced: z.number().int(),
  /** The suggested address had a contact: the old one was unsubscribed. */
  merged: z.number().int(),
  canUndo: z.boolean(),
}))
export type CorrectionResult = z.infer<typeof correctionResultSchema>

const byJob = z.object({ jobId: z.number().int() })

/** Taking the likely correct spellings of a batch's addresses, as a job. */
export const corrections = lazily(() => ({
  /** What taking the suggestions of the filtered addresses would do. */
  preview: procedure.input(filteredBatchSchema).output(correctionPreviewSchema),
  /** `confirmed`: how many the person was shown that will change or are there already; another number by now: `conflict`. */
  start: procedure
    .input(filteredBatchSchema.unwrap().extend({ confirmed: z.number().int() }))
    .output(jobSchema),
  get: procedure.input(byJob).output(correctionResultSchema),
  undo: procedure.input(byJob).output(jobSchema),
}))
