import { onTestFinished } from 'vitest'
import type { Plan } from '../../../src-shared/bridge/plans'
import type { PlanSettings } from '../../../src-shared/sending-plan/settings'
import { startCore, profileFor, settled, type TestCore } from '../../fixtures/core'
import type { Options } from '../../fixtures/deployed-service/options'
import { startDeployedService, type DeployedService } from '../../fixtures/deployed-service/start'
import { fastClock } from '../../fixtures/fast-clock'
import { memoryKeychain } from '../../fixtures/memory-keychain'
import { signedOff } from '../../fixtures/signed-off'
import { until } from '../../fixtures/until'

const hour = 3_600_000

/** A console over a stand-in of the deployed service, where waits of a minute take a second, and hours are jumped over. */
export interface PlanFixture {
  service: DeployedService
  core: TestCore
  clock: ReturnType<typeof fastClock>
  /** Of the draft, signed off for everybody. */
  campaignId: string
  people: number
  plan(): Promise<Plan>
  /** Waits until the plan is as a test wants it, jumping over the hours between: not while something is about to leave. */
  planIs(wanted: (plan: Plan) => boolean): Promise<Plan>
  /** Quits and starts again on the same folder. */
  restart(): Promise<void>
  /** Mails that went out, by address. */
  mails(): Map<string, number>
}

/** Opens it with so many people and a draft to all of them. */
export async function openPlanFixture(people: number, options: Options = {}): Promise<PlanFixture> {
  // A request has its second and a half, however busy the machine is.
  const clock = fastClock(100, 1500)
  const service = await startDeployedService({ clock: () => clock.now(), ...options })
  onTestFinished(() => service.stop())
  service.seed(people, (index) => ({
    email: `person${index}@${['gmail.com', 'web.de', 'example.org'][index % 3]}`,
  }))
  const keychain = memoryKeychain()
  let core = await startCore({ clock, keychain })
  onTestFinished(() => core.close())
  await core.bridge.profiles.create(profileFor(service.url, service.secretKey))
  await settled(core.bridge)
  const { id: campaignId } = await core.bridge.campaigns.create({
    name: 'Tide tables',
    description: '',
    mail: {
      subject: 'Tide tables are in your log',
      body: '<p>Hello</p><p><a href="{{unsubscribeUrl}}">Unsubscribe</a></p>',
      from: 'notes@example.com',
      fromName: 'Harbour Notes',
      replyTo: '',
      type: 'MARKETING',
    },
    audience: { kind: 'all' },
  })
  const signed = await signedOff(core.bridge, campaignId)
  const plan = async () => {
    const found = await core.bridge.plans.get({ campaignId })
    if (!found) throw new Error('There is no plan')
    return found
  }
  return {
    service,
    get core() {
      return core
    },
    clock,
    campaignId,
    people: signed,
    plan,
    planIs: (wanted) =>
      until(
        async () => {
          const seen = await plan()
          const next = nextInstant(seen)
          // Waiting plans look at the clock once a minute, which is a second and a half here.
          if (!wanted(seen) && next !== null && next - clock.now() > 120_000) clock.jump(next - clock.now())
          return seen
        },
        wanted,
        60_000,
      ),
    async restart() {
      await core.quit()
      core = await startCore({ clock, keychain, dataFolder: core.dataFolder })
    },
    mails() {
      const sent = new Map<string, number>()
      for (const { to, campaignId: of } of service.state.emails.all())
        if (of !== null) sent.set(to, (sent.get(to) ?? 0) + 1)
      return sent
    },
  }
}

/** When something of a plan is to happen next; null: nothing is, or it is under way. */
function nextInstant({ slices, settings, state }: Plan): number | null {
  // On a busy machine an answer may come too late: what became of it is asked within seconds, not hours.
  if (slices.some(({ state: of }) => of === 'unknown')) return null
  const judged = slices.flatMap(({ state: of, judgement, leftAt }) =>
    of === 'left' && judgement === null && leftAt !== null ? [leftAt + settings.judgedAfterHours * hour] : [],
  )
  const leaves = slices.flatMap(({ state: of, at }) =>
    of === 'waits' ? [at - 5 * 60_000] : of === 'ready' ? [at] : [],
  )
  const all = state === 'running' ? [...judged, ...leaves] : judged
  return all.length === 0 ? null : Math.min(...all)
}

/** Settings of slices of so many people, an hour apart, the first in so many minutes. */
export function hourly(now: number, size: number, changes: Partial<PlanSettings> = {}): PlanSettings {
  const first = new Date(now + 20 * 60_000)
  const two = (number: number) => String(number).padStart(2, '0')
  return {
    pace: {
      kind: 'even',
      size: { value: size, unit: 'people' },
      every: { count: 2, unit: 'hour' },
      from: 0,
      to: 1439,
    },
    begins: {
      day: `${first.getFullYear()}-${two(first.getMonth() + 1)}-${two(first.getDate())}`,
      minute: first.getHours() * 60 + first.getMinutes(),
    },
    rests: false,
    limits: {},
    order: { kind: 'chance' },
    brake: {
      bounced: { warn: 0.02, stop: 0.05 },
      complained: { warn: 0.001, stop: 0.003 },
      unsubscribed: { warn: 0.01, stop: null },
    },
    judgedAfterHours: 1,
    ...changes,
  }
}
