import { createRouter } from './bridge/router'
import type { Host } from './core/host'
import { Profiles } from './features/profiles'

/** The console's core, as a host runs it. */
export interface Console {
  /** The whole contract: upgrade a MessagePort or a WebSocket with it, one for each page. */
  readonly router: ReturnType<typeof createRouter>
  /** Stops runs at their bookmarks, waits for writes under way, closes the copy, stops the embedded service. */
  close(): Promise<void>
}

/**
 * The core, from what a host gives. Resolves as soon as the profiles are known; the current one's copy opens in
 * the background.
 */
export async function createConsole(host: Host): Promise<Console> {
  const profiles = await Profiles.open(host)
  const session = () => profiles.current.session()
  const router = createRouter({ host, profiles, session })

  return { router, close: () => profiles.close() }
}
