import type { Logger } from '../core/log'

/**
 * Logs what failed where nobody waited for it, until `closed` where that is given. Node would end the browser host for it, and with it
 * all that is under way; on the desktop it would stand on a terminal that nobody sees.
 */
export function logUnhandled(log: Logger, closed?: AbortSignal): void {
  const note = (error: unknown): void => log.error('unhandled', { detail: String(error) })
  process.on('unhandledRejection', note)
  closed?.addEventListener('abort', () => process.off('unhandledRejection', note), { once: true })
}
