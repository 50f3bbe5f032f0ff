import { createService, type CreatedService, type ServiceSettings } from '../create-service'
import type { OpenedProject } from '../store/postgres/shared-database'
import { sharedPace } from '../store/postgres/shared-pace'
import type { ServiceDatabase } from '../store/statements'

/** A service of a project that other processes may serve, too. */
export interface ProjectService extends CreatedService {
  db: ServiceDatabase
}

/**
 * Makes the service of a project that is open: it answers, and sends; and of all processes that serve the project one does what
 * else goes on by itself, as a service of its own that answers nobody.
 * @param working Told that it has begun to work.
 */
export async function createProjectService(
  opened: OpenedProject,
  settings: ServiceSettings,
  working: () => void,
): Promise<ProjectService> {
  const db = opened.database()
  const shared = { ...settings, limitOf: (api: string) => opened.limit(api, settings.rate) }
  const pace = sharedPace(db, settings.mailsPerSecond)
  const service = await createService(db, { ...shared, pace, does: 'nothing' })
  opened.send(service.outgoing)
  opened.work(async () => {
    const own = opened.database()
    const worker = await createService(own, { ...shared, metrics: service.metrics, does: 'all but outgoing' })
    await service.outgoing.endInterrupted()
    await worker.start()
    working()
    return {
      async stop() {
        await worker.stop()
        await own.close()
      },
    }
  })
  return { ...service, db }
}
