import { createRouterClient } from '@orpc/server'
import type { Console } from '../console'
import type { Logger } from '../core/log'

/**
 * What `--demo` does: makes the embedded service the current profile, as "Try the embedded service" does. A failure
 * is logged and said by the page, which then opens on Welcome.
 */
export async function connectDemo(router: Console['router'], log: Logger): Promise<void> {
  try {
    await createRouterClient(router, { context: {} }).profiles.tryEmbedded()
  } catch (error) {
    log.error('demo_failed', { code: 'embedded_service_failed', detail: String(error) })
  }
}
