import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { EmbeddedService, Host } from '../../core/host'
import { isProblem, problem } from '../../core/problems'

/** The embedded service, started when it is needed and stopped with the console. */
export type EmbeddedLifecycle = ReturnType<typeof createEmbeddedLifecycle>

/** Keeps one embedded service on `<data folder>/embedded`. */
export function createEmbeddedLifecycle(host: Host) {
  let starting: Promise<EmbeddedService> | null = null
  let running: EmbeddedService | null = null
  let closed = false

  async function start(): Promise<EmbeddedService> {
    const folder = join(host.dataFolder, 'embedded')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const service = await host.startEmbeddedService(folder).catch((error: unknown) => {
      throw isProblem(error) ? error : problem('embedded_service_failed', {}, { cause: error })
    })
    running = service
    const gone = () => {
      if (running !== service) return
      running = null
      starting = null
      if (!closed) host.log.warn('embedded_service_ended')
    }
    service.ended.then(gone, gone)
    return service
  }

  return {
    /** Whether it runs now. */
    get running() {
      return running !== null
    },
    /** The running service; starts it where it does not run. Rejects with `embedded_service_failed`. */
    ensure() {
      if (closed) return Promise.reject(problem('cancelled'))
      starting ??= start().catch((error: unknown) => {
        starting = null // The next wish for it tries again.
        throw error
      })
      return starting
    },
    async close() {
      closed = true
      const service = await starting?.catch(() => null)
      await service?.stop()
    },
  }
}
