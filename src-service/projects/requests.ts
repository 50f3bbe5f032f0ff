import { Hono, type MiddlewareHandler } from 'hono'
import { createApp } from '../app'
import type { CreatedService, ServiceSettings } from '../create-service'
import { specifiedHttp, type HttpRules } from '../dialect/http-rules'
import type { Env } from '../http/guards'
import { requireOwnHost } from '../http/own-host'
import type { Answering } from '../listen'
import type { OpenProjects } from './open-projects'
import { contactPath, type ProjectOfRequest } from './project-of-request'
import { ProjectRefused, refusalOf } from './refusal'

interface RequestParts {
  projects: Pick<OpenProjects, 'ask'>
  projectOf: ProjectOfRequest
  /** What answers for nobody's project, and for the process. */
  nobody: Pick<CreatedService, 'app' | 'recordsApp'>
  settings: ServiceSettings
}

/** Paths that are about the process, whoever asks. */
const ofProcess = /^\/(health|metrics)(\/|$)/

/** Has each request answered by the service of its project. */
export function answerForProjects({ projects, projectOf, nobody, settings }: RequestParts): {
  email: Answering
  records: Answering
} {
  type Which = 'app' | 'recordsApp'
  async function answer(
    which: Which,
    http: HttpRules,
    find: (request: Request) => Promise<number | null>,
    request: Request,
    env: unknown,
  ): Promise<Response> {
    try {
      const project = await find(request)
      if (project === null) return await nobody[which].fetch(request, env)
      return await projects.ask(project, (service) => service[which].fetch(request, env))
    } catch (error) {
      return refusing(error, http, settings).fetch(request, env)
    }
  }

  const email = (find: (request: Request) => Promise<number | null>) => (request: Request, env: unknown) =>
    answer('app', settings.dialect.http, find, request, env)

  /** What this machine alone may ask for: whoever may not is answered as `refuse` does before anything is looked for. */
  function fromHere(find: (request: Request) => Promise<number | null>, refuse: Answering): Hono<Env> {
    const app = new Hono<Env>()
    app.use(
      requireOwnHost(settings.ownUrl ?? settings.publicUrl, async (c) => refuse.fetch(c.req.raw, c.env)),
    )
    return app.all('*', (c) => email(find)(c.req.raw, c.env))
  }
  const outbox = fromHere(projectOf.outbox, nobody.app)
  const contact = fromHere(projectOf.contact, { fetch: email(projectOf.email) })

  return {
    email: {
      fetch(request, env) {
        const { pathname } = new URL(request.url)
        if (ofProcess.test(pathname)) return nobody.app.fetch(request, env)
        if (/^\/outbox(\/|$)/.test(pathname)) return outbox.fetch(request, env)
        if (contactPath.test(pathname)) return contact.fetch(request, env)
        return email(projectOf.email)(request, env)
      },
    },
    records: {
      fetch: (request, env) => answer('recordsApp', specifiedHttp, projectOf.records, request, env),
    },
  }
}

/** Refuses a request as any is refused: in words where there are some, and as a fault of the service otherwise. */
function refusing(error: unknown, http: HttpRules, { latency, report, observe }: ServiceSettings): Hono<Env> {
  const access: MiddlewareHandler<Env> = async () => {
    throw error instanceof ProjectRefused ? refusalOf(error) : error
  }
  return createApp(access, { http, latency, report, observe })
}
