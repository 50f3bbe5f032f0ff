import type { Answer, CallOptions } from './call-options'
import { z } from 'zod'
import { recordIn } from './answers'
import type { Ask } from './asking'

interface ImageFile {
  name: string
  /** `image/png`, `image/jpeg`, `image/gif` or `image/webp`. */
  contentType: string
  bytes: Buffer<ArrayBuffer>
}

/** Images that the service keeps for mails, which deployed services may. */
export interface ImageClient {
  /**
   * Where the service keeps an image from now on. The same image twice is two of them, which harms nobody: it is repeated
   * like a read. Rejects with `not_found` where there is no such call, `service_failed` of status 503 without a storage.
   */
  uploadImage(image: ImageFile, options: CallOptions): Promise<Answer<string>>
}

const uploadedSchema = z
  .object({ url: z.url({ protocol: /^https?$/ }) })
  .transform(({ url }) => new URL(url).href)

/** Bytes a millisecond that a slow line carries. */
const slowest = 50

/** This call, made with `ask`. */
export function imageClient(ask: Ask): ImageClient {
  return {
    async uploadImage({ name, contentType, bytes }, options) {
      const form = new FormData()
      form.append('image', new Blob([bytes], { type: contentType }), name)
      const encoded = new Response(form)
      const body = Buffer.from(await encoded.arrayBuffer())
      return ask(
        {
          method: 'POST',
          path: '/uploads/image',
          body,
          contentType: encoded.headers.get('content-type') ?? undefined,
          extraMs: body.length / slowest,
        },
        options,
        recordIn(uploadedSchema),
      )
    },
  }
}
