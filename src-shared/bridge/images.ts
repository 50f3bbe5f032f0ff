import { z } from 'zod'
import { lazily, lazyObject } from '../lazily'
import { procedure } from './base'

/** An image that the service keeps. `bytes`: of the file. */
const uploadedImageSchema = lazyObject(() => ({ url: z.string(), name: z.string(), bytes: z.number().int() }))
export type UploadedImage = z.infer<typeof uploadedImageSchema>

export const images = lazily(() => ({
  /** Asks for a file with the host's dialog; null where it was closed. Browser host: null, the page uploads instead. */
  choose: procedure.output(z.object({ image: uploadedImageSchema.nullable() })),
  /** A file that was dropped or uploaded; its token works once. `not_found` where the service keeps no images. */
  upload: procedure.input(z.object({ token: z.string().max(200) })).output(uploadedImageSchema),
}))
