import type { Hono } from 'hono'
import type { ServiceDatabase } from './store/statements'
import { createApp, type ObservedRequest } from './app'
import { createSegments } from './audience/segment-service'
import { createCampaigns } from './campaigns/campaigns'
import type { TimerClock } from './clock'
import type { Dialect } from './dialect/dialect'
import { specifiedHttp } from './dialect/http-rules'
import { createDnsLookups, type DnsLookups } from './dns/dns'
import { createDomainWatch } from './domains/watch'
import { type Env, identify } from './http/guards'
import { RateLimit, type RequestLimit } from './http/rate-limit'
import { recordAccess } from './records/access'
import { recordAccountReader } from './records/account'
import { recordRoutes } from './records/routes'
import { outboxToken } from './http/outbox-key'
import { allOutgoing, type Outgoing } from './outgoing'
import { outboxStore } from './mail/outbox'
import { createQueue } from './mail/queue'
import { createMailService } from './mail/mail-service'
import { createPace, type Pace } from './mail/pace'
import { createMetrics, type MeasuredDatabase, type Metrics } from './metrics/metrics'
import type { Background, ServiceContext } from './service-context'
import { addDeployedRoutes } from './routes/deployed/all'
import { outboxRoutes } from './routes/outbox'
import { type Phase, type RunningParts, runningRoutes } from './routes/running'
import { addSpecifiedRoutes } from './routes/specified'
import { subscriptionRoutes } from './routes/subscription'
import { trackingRoutes } from './routes/tracking'
import { campaignProgress } from './store/campaign-progress'
import { queueDepths } from './store/depths'
import { nextWork } from './store/next-work'
import { createStore } from './store/store'
import { createVerify } from './verification/verify'
import { type AddressCheck, isPublicAddress } from '../src-shared/interface/public-address'
import { createWorkflowService } from './workflows/workflow-service'

/** How a service behaves. */
export interface ServiceSettings {
  dialect: Dialect
  /** Requests that any 60 s may hold. */
  rate: number
  /** Mails that any second may hold. */
  mailsPerSecond: number
  /** Milliseconds by which every answer is held back; 0 for none. */
  latency: number
  clock: TimerClock
  /** Where people reach it, without a slash at the end. */
  publicUrl(): string
  /** Where it listens, if that is another address: what only this machine may open is opened there. */
  ownUrl?(): string
  /** `smtp://` or `smtps://` URL of the server that mail goes through; null keeps it in the outbox. */
  smtp: string | null
  /** `ADDRESS` or `ADDRESS:PORT` of the resolver that the DNS is asked through; null for the system's. */
  dns: string | null
  /** What asks it where several services do together; one of its own unless given. */
  lookups?: DnsLookups
  /** Which addresses webhooks may call; those of the public internet, unless a test needs its own machine. */
  mayCall?: AddressCheck
  /** Told of what went wrong: what was done (a request id, a part) and an error, never a body or a key. */
  report(what: string, error: unknown): void
  /** Told of every request that was answered. */
  observe?(request: ObservedRequest): void
  /** What opens the metrics; without one they open on this machine only. */
  metricsToken?: string | null
  /** The limit of each of its interfaces, where other processes count against it too. */
  limitOf?(api: 'email' | 'records'): RequestLimit
  /** What it counts in; its own unless given. */
  metrics?: Metrics
  /** What is told of the process, where more than this service is. */
  running?: Partial<Pick<RunningParts, 'tryWriting' | 'projects'>>
  /** What it does of what goes on by itself once it is started: all of it, unless others of the same database do. */
  does?: 'everything' | 'all but outgoing' | 'nothing'
  /** What its mail is paced by, where other processes send it too. */
  pace?: Pace
}

/** A whole service, not yet listening. */
export interface CreatedService extends Background {
  app: Hono<Env>
  /** The record-management interface: it listens at an address of its own. */
  recordsApp: Hono<Env>
  metrics: Metrics
  /** Says that it is about to stop: whoever asks whether it is ready is told so. */
  retire(): void
  /** What leaves by itself, unless it does so once it is started. */
  outgoing: Outgoing
  /** When it has to do something by itself next, in milliseconds since 1970; null for nothing. */
  nextWork(): Promise<number | null>
  /** What waits at a time (milliseconds since 1970), by queue. */
  depths: MeasuredDatabase['depths']
}

/**
 * Puts the service together: a part after the other, in the order in which they need each other.
 * In one piece: it is a sequence.
 */
export async function createService(db: ServiceDatabase, settings: ServiceSettings): Promise<CreatedService> {
  const { dialect, clock, publicUrl, report, rate, latency, observe, does = 'everything' } = settings
  const store = createStore(db, clock, dialect.http)
  const depths = queueDepths(db)
  const measured = { depths, sizes: () => db.sizes(), connections: () => db.connections() }
  const metrics = settings.metrics ?? createMetrics(measured, clock)
  const { mailEnded } = metrics
  const limitOf = settings.limitOf ?? (() => new RateLimit(rate))
  const context: ServiceContext = { db, store, dialect, clock, publicUrl, report, mailEnded }
  const background: Background[] = []
  const queue = createQueue(context)
  const progress = campaignProgress(db, clock)
  const mail = await createMailService(context, queue, progress, {
    ...settings,
    pace: settings.pace ?? createPace(settings.mailsPerSecond),
  })
  background.push(mail)
  const dns = settings.lookups ?? createDnsLookups({ resolver: settings.dns, clock })

  const { http } = dialect
  const access = identify(store.project, limitOf('email'), http)
  const observing = (api: string) => (request: ObservedRequest) => {
    metrics.request(api, request)
    observe?.(request)
  }
  const app = createApp(access, { http, latency, report, observe: observing('email') })
  app.get('/health', (c) => c.json({ status: 'ok' }))
  const { ownUrl = publicUrl, metricsToken = null } = settings
  let phase: Phase = 'starting'
  const running = {
    phase: () => phase,
    tryWriting: () => db.tryWriting(),
    now: () => clock.now(),
    ...settings.running,
  }
  app.route('/', runningRoutes({ ...running, metrics: metrics.text, metricsToken, ownUrl }))
  const domainWatch = createDomainWatch(context, dns)
  const segments = createSegments(context)
  const campaigns = createCampaigns(context, { mail: queue, progress, segments })
  const { audience } = segments
  const mayCall = settings.mayCall ?? isPublicAddress
  background.push(segments, campaigns)
  const workflows = await createWorkflowService(context, { mail: queue, dns, audience, mayCall })
  background.push(workflows)
  const verify = createVerify(dns)
  const parts = { context, queue, verify, domainWatch, segments, campaigns, workflows, ownUrl }
  if (dialect.routes === 'deployed') background.push(...addDeployedRoutes(app, parts))
  else addSpecifiedRoutes(app, parts, dialect)

  app.route('/t', trackingRoutes(mail.links, mail.reactions))
  app.route('/', subscriptionRoutes(mail.reactions))
  app.route(
    '/outbox',
    outboxRoutes({
      outbox: outboxStore(db),
      ids: dialect.ids,
      leaves: settings.smtp !== null,
      ownUrl,
      token: async () => outboxToken((await store.project()).secretHash),
    }),
  )

  const account = recordAccountReader(db)
  const recordsApp = createApp(recordAccess(account, limitOf('records')), {
    http: specifiedHttp,
    latency,
    report,
    observe: observing('records'),
  })
  recordsApp.route('/v1', recordRoutes({ db, account, ids: dialect.ids, now: () => clock.now() }))

  const outgoing = allOutgoing([mail.sending, workflows.calls, domainWatch])
  const tracks = dialect.rules.segmentSweep === null
  const next = nextWork(db, { tracks })
  return {
    app,
    recordsApp,
    metrics,
    depths,
    nextWork: async () => ((await segments.followsTime()) ? 0 : next()),
    async start() {
      if (does === 'everything') {
        await outgoing.endInterrupted()
        outgoing.start(null)
      }
      if (does !== 'nothing') for (const part of background) await part.start()
      phase = 'ready'
    },
    retire() {
      phase = 'stopping'
    },
    outgoing,
    // The other way round: what is fed stops before what feeds it is gone.
    async stop() {
      phase = 'stopping'
      await domainWatch.pause()
      for (const part of [...background].reverse()) await part.stop()
      if (!settings.lookups) dns.stop()
    },
  }
}
