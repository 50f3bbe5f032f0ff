import type { Context } from 'hono'

/** Answers with JSON text that is ready to be sent. */
export function json(c: Context, text: string, status: 200 | 201 = 200): Response {
  return c.body(text, status, { 'Content-Type': 'application/json' })
}

/** Answers 204, without a body. */
export function nothing(c: Context): Response {
  return c.body(null, 204)
}
