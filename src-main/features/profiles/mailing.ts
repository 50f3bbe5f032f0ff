import type { Resource } from '../../../src-shared/bridge/sync'
import type { BrakeLimits } from '../../../src-shared/campaign-brake'
import type { Clock } from '../../core/clock'
import {
  Campaigns,
  countNow,
  openHolds,
  type Holds,
  LeavingOut,
  Results,
  SendingWatch,
  type TestTools,
  WhoGot,
} from '../campaigns'
import type { Cache } from '../../cache/store'
import { type CatalogueWriting, languageOf } from '../catalogue'
import type { JobAccess } from '../../jobs/access'
import type { Logger } from '../../core/log'
import { PlanRunner, Plans } from '../plans'
import { type MailHolds, MailImages, openMailHolds, openMails, type Mails } from '../mail'
import type { Mail, RenderAs } from '../../../src-shared/bridge/review'
import { sameLately, valuesOf, filledIn, subjectFilledIn, SignOffs } from '../review'
import { TeamSignOffs, type Team } from '../team'

/** What sends mail of a profile: campaigns, their holds and results, and mails of their own. */
interface Mailing {
  readonly campaigns: Campaigns
  readonly holds: Holds
  readonly leavingOut: LeavingOut
  readonly results: Results
  readonly whoGot: WhoGot
  readonly watch: SendingWatch
  readonly mails: Mails
  readonly mailHolds: MailHolds
  readonly images: MailImages
  readonly tests: TestTools
  readonly teamSignOffs: TeamSignOffs
  readonly plans: Plans
  readonly planRunner: PlanRunner
  /** What is held is dropped at once; resolves when nothing is on its way any more. */
  close(): Promise<void>
}

/** Opens it, settling what was on its way when the program last ended. */
export async function openMailing(tools: {
  cache: Cache
  clock: Clock
  log: Logger
  access: JobAccess
  writing: CatalogueWriting
  team: Team
  /** Of the service. */
  address: string
  holdSeconds(): number
  brake(): BrakeLimits
  /** Reads the members of a segment from the service into the copy. */
  readMembers(segmentId: string): Promise<void>
  /** Begins to read lists of the copy again; resolves as they were read, or as it takes too long. */
  freshen(resources: readonly Resource[]): Promise<void>
  /** Tells a person who looks elsewhere. */
  notify(title: string, body: string): void
}): Promise<Mailing> {
  const { cache, clock, log, access, writing, team, address } = tools
  const { holdSeconds, brake, readMembers, notify, freshen } = tools
  const signOffs = new SignOffs(cache, clock)
  const teamSignOffs = new TeamSignOffs({
    team,
    cache,
    clock,
    log,
    own: signOffs,
    read: (id) => writing.read('campaigns', id),
  })
  async function fill(mail: Pick<Mail, 'subject' | 'body'>, as: RenderAs) {
    const values = await valuesOf(as, { cache, address })
    const language = await languageOf(cache)
    const subject = subjectFilledIn(mail.subject, values, language)
    return { subject, body: filledIn(mail.body, values, language) }
  }
  const mails = await openMails({ cache, clock, log, access, refuse: () => writing.refuse(), fill })
  const mailHolds = await openMailHolds({ cache, clock, log, mails, seconds: holdSeconds })
  const refresh = (resources: readonly Resource[]): void => {
    // Where that fails the sync says so itself.
    freshen(resources).catch((error: unknown) => log.warn('not_refreshed', { detail: String(error) }))
  }
  const holds = await openHolds({
    cache,
    clock,
    log,
    access,
    writing,
    signOffOf: (campaign) => planRunner.signOffOf(campaign, () => teamSignOffs.holding(campaign)),
    seconds: holdSeconds,
    count: (campaign) =>
      countNow(campaign, { cache, access, freshen: () => freshen(['contacts', 'events']) }),
    // A slice of a plan was reviewed as the campaign that it was cut of.
    async sameLately(campaign) {
      const made = await cache.plans.madeFor(campaign.id)
      return sameLately(campaign, { cache, clock }, made?.plan.campaign)
    },
    refresh() {
      watch.open().catch((error: unknown) => log.error('watch_failed', { detail: String(error) }))
      refresh(['campaigns', 'events'])
    },
  })
  const campaigns = new Campaigns({
    cache,
    writing,
    edited: (before, after) => teamSignOffs.edited(before, after),
    async noticed(campaign) {
      watch.noticed(campaign)
      await holds.noticed(campaign)
    },
    // What is said of a sending does not hold any more once it is called off.
    cancelled: (id) => holds.dismiss(id),
    isHeld: (id) => holds.isHeld(id),
  })
  const results = new Results({ cache, clock, access, campaigns })
  const watch = new SendingWatch({ cache, clock, log, access, results, campaigns, brake, notify, refresh })
  await watch.open()
  const planRunner = new PlanRunner({
    cache,
    clock,
    log,
    access,
    writing,
    campaigns,
    holds,
    results,
    signed: (campaign, people) => teamSignOffs.holding(campaign, people),
    readMembers,
    freshen: () => freshen(['contacts']),
    notify,
  })
  await planRunner.open()
  const whoGot = new WhoGot({ cache, writing, campaigns, readMembers })
  return {
    campaigns,
    holds,
    leavingOut: new LeavingOut({ cache, clock, access, writing, readMembers, campaigns }),
    mails,
    images: new MailImages({ make: (write, send) => writing.make(write, send), log }),
    results,
    whoGot,
    watch,
    mailHolds,
    teamSignOffs,
    planRunner,
    plans: new Plans({
      cache,
      clock,
      writing,
      campaigns,
      holds,
      runner: planRunner,
      bounces: (id) => whoGot.bounces(id),
      signOffOf: (campaign) => teamSignOffs.holding(campaign),
    }),
    tests: { campaigns, writing, mails },
    async close() {
      await teamSignOffs.close()
      await planRunner.close()
      await mailHolds.close()
      await Promise.all([holds.close(), mails.close(), watch.close()])
    },
  }
}
