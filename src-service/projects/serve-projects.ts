import { createService, type ServiceSettings } from '../create-service'
import { createDnsLookups } from '../dns/dns'
import type { Answering } from '../listen'
import { createMetrics } from '../metrics/metrics'
import { withMakingPool } from '../store/postgres/open-project'
import { prepareDatabase } from '../store/postgres/migrations'
import { databaseSizes } from '../store/postgres/pool'
import { projectLookup } from '../store/postgres/project-lookup'
import { openShared } from '../store/postgres/shared-database'
import { isThere } from '../store/project'
import { holdsSample } from '../store/sample'
import { nobodysDatabase } from './nobody'
import { type OpenTimes, openTimes, openProjects } from './open-projects'
import { projectOfRequest } from './project-of-request'
import { createProjectService } from './project-service'
import { ProjectRefused } from './refusal'
import { answerForProjects } from './requests'
import { spreadWork } from './spread-work'

/** The service of all projects of a database, not yet listening. */
export interface ProjectsService {
  email: Answering
  records: Answering
  start(): Promise<void>
  /** Says that it is about to stop: whoever asks whether it is ready is told so. */
  retire(): void
  stop(): Promise<void>
}

/** Which database, and what is refused in it. */
interface ProjectsAt {
  url: string
  connections: number
  /** Whether projects that hold the sample are not served: mail to its people would leave this machine. */
  refusesSample: boolean
  times?: OpenTimes
}

/**
 * Opens a database for all of its projects, making its tables where there are none.
 * @throws Error in words where the database does not let itself be used.
 */
export async function serveProjects(
  { url, connections, refusesSample, times = openTimes }: ProjectsAt,
  given: ServiceSettings,
): Promise<ProjectsService> {
  const { clock, report } = given
  await withMakingPool(url, (pool) => prepareDatabase(pool))
  const shared = openShared({ url, connections }, report)
  const lookup = projectLookup(shared.pool)
  const lookups = createDnsLookups({ resolver: given.dns, clock })
  const metrics = createMetrics(
    {
      depths: (now) => sumOf(projects.working().map((service) => service.depths(now))),
      sizes: () => databaseSizes(shared.pool),
      connections: shared.counts,
      projects: () => projects.counts(),
      given: () => spread.given(),
    },
    clock,
  )
  const settings = { ...given, lookups, metrics }
  const projects = openProjects(
    {
      ...{ shared, lookup, clock, failed: report },
      async create(opened) {
        if (!(await isThere(opened.database())))
          throw new ProjectRefused('The project is not there any more.')
        if (refusesSample && (await holdsSample(opened.database()))) throw new ProjectRefused(strangers)
        return createProjectService(opened, settings, () => undefined)
      },
    },
    times,
  )
  const spread = spreadWork({ work: shared.work, projects, clock, failed: report }, times)
  const running = { tryWriting: () => lookup.tryWriting(), projects: () => projects.counts() }
  const nobody = await createService(nobodysDatabase(), {
    ...settings,
    smtp: null,
    rate: 1,
    does: 'nothing',
    running,
  })
  const projectOf = projectOfRequest(lookup, settings.dialect.ids, clock)
  return {
    ...answerForProjects({ projects, projectOf, nobody, settings }),
    async start() {
      projects.start()
      await spread.start()
      await nobody.start()
    },
    retire: () => nobody.retire(),
    async stop() {
      await spread.stop()
      await projects.stop()
      await nobody.stop()
      lookups.stop()
      await shared.close()
    },
  }
}

type Depths = readonly (readonly [queue: string, waiting: number])[]

async function sumOf(all: Promise<Depths>[]): Promise<Depths> {
  const sums = new Map<string, number>()
  for (const depths of await Promise.all(all))
    for (const [queue, waiting] of depths) sums.set(queue, (sums.get(queue) ?? 0) + waiting)
  return [...sums]
}

const strangers =
  'The project holds the sample. Its people are invented, but their addresses may be somebody’s, so mail to them goes to an ' +
  'SMTP server on the machine of the service only.'
