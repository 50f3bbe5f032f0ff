import { createService, type CreatedService, type ServiceSettings } from '../create-service'
import type { OpenedProject } from '../store/postgres/shared-database'
import type { ServiceDatabase } from '../store/statements'

/** A service of a project that other processes may serve, too. */
export interface ProjectService extends CreatedService {
  db: ServiceDatabase
}

/**
 * Makes the service of a project that is open: it answers, and of all processes that serve the project one works for it as well, as
 * a service of its own that answers nobody.
 * @param working Told that it has begun to work.
 */
export async function createProjectService(
  opened: OpenedProject,
  settings: ServiceSettings,
  working: () => void,
): Promise<ProjectService> {
  const db = opened.database()
  const shared = { ...settings, limitOf: (api: string) => opened.limit(api, settings.rate) }
  const service = await createService(db, { ...shared, works: false })
  opened.work(async () => {
    const own = opened.database()
    const worker = await createService(own, { ...shared, metrics: service.metrics })
    await worker.start()
    working()
    return {
      finish: () => worker.finish(),
      async stop() {
        await worker.stop()
        await own.close()
      },
    }
  })
  return { ...service, db }
}
