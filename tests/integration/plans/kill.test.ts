import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Bridge } from '../../../src-shared/bridge/contract'
import type { Plan } from '../../../src-shared/bridge/plans'
import type { PlanSettings } from '../../../src-shared/sending-plan/settings'
import { profileFor, settled } from '../../fixtures/core'
import { startDeployedService, type DeployedService } from '../../fixtures/deployed-service/start'
import { hurriedNow } from '../../fixtures/fast-clock'
import { killMoments, killsOr } from '../../fixtures/kills'
import { signedOff } from '../../fixtures/signed-off'
import { startConsole, type StormConsole } from '../../storm/console'
import { hourly } from './fixture'

// A console is killed and started again, and hours pass in seconds.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 60_000 })

const people = 900
const kills = killsOr(4)
/** The mail of a plan: the same one is not written to anybody twice. */
const mailOf = (name: string) => ({
  subject: `${name} are in your log`,
  body: `<p>${name}</p><p><a href="{{unsubscribeUrl}}">Unsubscribe</a></p>`,
  from: 'notes@example.com',
  fromName: '',
  replyTo: '',
  type: 'MARKETING' as const,
})

const world = { factor: 240, epoch: Date.now() }
let service: DeployedService
let folder: string
let running: StormConsole | null = null
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postroom-plan-'))
  service = await startDeployedService({ clock: () => hurriedNow(world.epoch, world.factor) })
  service.seed(people)
})
afterEach(async () => {
  await running?.kill()
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Starts a plan of two slices of the next draft; answers the draft's id. */
async function started(bridge: Bridge, name: string): Promise<string> {
  const mail = mailOf(name)
  const { id } = await bridge.campaigns.create({ name, description: '', mail, audience: { kind: 'all' } })
  const signed = await signedOff(bridge, id)
  const pace = { ...hourly(0, 500).pace, every: { count: 1, unit: 'hour' } } as PlanSettings['pace']
  const settings = hourly(hurriedNow(world.epoch, world.factor), 500, { pace })
  await bridge.plans.start({ campaignId: id, settings, people: signed, typed: String(signed) })
  return id
}

/** What a person does about a plan that waits for them. */
async function answer(bridge: Bridge, plan: Plan): Promise<void> {
  const next = plan.slices.find(({ state }) => ['waits', 'ready', 'missed'].includes(state))
  if (!next || (plan.state !== 'held' && next.state !== 'missed')) return
  const decision = { kind: 'goOn', typed: String(next.people) } as const
  await bridge.plans.decide({ campaignId: plan.campaignId, decision })
}

/** Follows a plan until it has ended, as a person who is there; false once the console is gone. */
async function followed({ bridge, gone }: StormConsole, campaignId: string): Promise<boolean> {
  for (;;) {
    const step = async () => {
      const plan = await bridge.plans.get({ campaignId })
      if (plan === null || plan.state === 'done') return true
      await answer(bridge, plan)
      await new Promise((done) => setTimeout(done, 25))
      return false
    }
    try {
      if (await Promise.race([step(), gone])) return true
    } catch (error) {
      // It was killed under the question, or is just opening: the next look says more.
      if (running?.isDead === true) return false
      if (!(error instanceof Error)) throw error
    }
  }
}

it(`writes to everybody once, whatever moments of a plan it is killed at (${kills} kills)`, async () => {
  const { draw } = killMoments(1711)
  const console = await startConsole(folder, world)
  running = console
  await console.bridge.profiles.create(profileFor(service.url, service.secretKey))
  await settled(console.bridge)
  for (let done = 0, plans = 0; done < kills; plans += 1) {
    const id = await started(running.bridge, `Tide tables ${plans}`)
    for (let over = false; !over;) {
      const now: StormConsole = running
      const dies = done < kills
      // Within the next hours of the plan, most of them near something that happens.
      const kill = dies ? setTimeout(() => void now.kill(), 500 + draw(12_000)) : undefined
      over = await followed(now, id)
      clearTimeout(kill)
      if (over) break
      done += 1
      running = await startConsole(folder, world)
    }
    const ended = await running.bridge.plans.get({ campaignId: id })
    const ours = new Set(ended?.slices.map(({ campaignId }) => campaignId))
    const times = new Map<string, number>()
    for (const { to, campaignId } of service.state.emails.all())
      if (ours.has(campaignId)) times.set(to, (times.get(to) ?? 0) + 1)
    expect([...times.values()].filter((count) => count !== 1)).toEqual([])
    expect(times.size).toBe(people)
  }
})
