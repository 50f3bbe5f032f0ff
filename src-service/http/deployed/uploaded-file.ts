import type { Context } from 'hono'

/** The file of a form under a name; null where the body is no form, or has none. */
export async function uploadedFile(c: Context, name: string): Promise<File | null> {
  try {
    const file = (await c.req.parseBody())[name]
    return file instanceof File ? file : null
  } catch (error) {
    // A body that is no form of the kind it says it is.
    if (error instanceof TypeError) return null
    throw error
  }
}
