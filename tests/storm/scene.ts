import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ORPCError } from '@orpc/client'
import type { Bridge } from '../../src-shared/bridge/contract'
import { randomNumbers } from '../fixtures/seeded'
import { ConsoleGone, startConsole, type StormConsole } from './console'
import { drawMoment, requestCounter, told, waitFor, type Draw } from './moments'
import { StormService } from './service'
import { passing, Wire, type Sent } from './wire'

/** A part of a story that is killed again and again until it comes to its end. */
export interface Leg<T> {
  /** Does what a person would, from its beginning after every kill, but each step once. */
  drive: (bridge: Bridge) => Promise<T>
  /** How many kills at most; none: it is let come to its end. */
  kills: number
  /** Which requests write; without it none does. */
  isWrite?: (request: Sent) => boolean
  /** How many requests of those it takes, so that a kill comes before its end. */
  within: number
  /** Changes something at the service. */
  meanwhile?: () => Promise<void>
}

/** What happened in a story. */
export interface Tally {
  kills: number
  restarts: number
  /** When the kills came, in words. */
  moments: string[]
}

/** A leg takes no longer than that, in milliseconds, or it never ends. */
const longest = 180_000

/** A person tries again after so many milliseconds what was refused. */
const pause = 60

/** Where a story plays: a service, the way to it, and a console that is killed and started on the same folder. */
export class Scene {
  readonly tally: Tally = { kills: 0, restarts: 0, moments: [] }
  /** Draws what a story does; kills have draws of their own, so that they stay the same. */
  readonly draw: Draw
  private readonly drawKill: Draw
  private console: StormConsole | null = null
  private refusal = ''
  /** The service on its way up again. */
  private rising: Promise<void> = Promise.resolve()

  private constructor(
    readonly service: StormService,
    /** Where the service answers, as the console knows it. */
    readonly address: string,
    readonly wire: Wire,
    readonly folder: string,
    /** How many kills there are for the story. */
    readonly kills: number,
    seed: number,
  ) {
    this.draw = randomNumbers(seed)
    this.drawKill = randomNumbers(seed ^ 0x5bd1e995)
  }

  /** Sets one up with so many contacts at the service. */
  static async open(contacts: number, kills: number, seed: number): Promise<Scene> {
    const folder = await mkdtemp(join(tmpdir(), 'postroom-storm-'))
    const service = await StormService.start(contacts)
    const wire = new Wire()
    return new Scene(service, await wire.through(service.url), wire, folder, kills, seed)
  }

  /** The console as it stands, started where none is running. */
  async bridge(): Promise<Bridge> {
    return (await this.alive()).bridge
  }

  /** Goes through a leg, killing the console, and now and then the service. Rejects where it never comes to its end. */
  async through<T>(leg: Leg<T>): Promise<T> {
    let left = leg.kills
    for (;;) {
      const console = await this.alive()
      const kill = left > 0 ? this.arm(console, leg) : null
      const outcome = await this.driven(leg, console, kill?.struck ?? (() => false))
      kill?.disarm()
      await this.rising
      if ('value' in outcome && left === 0) return outcome.value
      // It came to its end before that moment: then what was done must be there after a kill at rest.
      if ('value' in outcome && !console.isDead) await this.strike(console, 'at rest')
      left = 'value' in outcome ? 0 : left - 1
      await this.afterKill(leg, console)
    }
  }

  /** Kills the console where it stands, for a look at its folder. */
  async end(): Promise<void> {
    await this.console?.kill()
  }

  async close(): Promise<void> {
    await this.end()
    await this.wire.close()
    await this.service.stop()
    await rm(this.folder, { recursive: true, force: true })
  }

  private async alive(): Promise<StormConsole> {
    if (this.console !== null && !this.console.isDead) return this.console
    if (this.console !== null) this.tally.restarts += 1
    this.wire.life += 1
    this.console = await startConsole(this.folder)
    return this.console
  }

  /** Waits for the drawn moment of a kill. */
  private arm(console: StormConsole, { isWrite, within, meanwhile }: Leg<unknown>) {
    const moment = drawMoment(this.drawKill, { within, writes: isWrite !== undefined })
    const isIt = requestCounter(moment, isWrite ?? (() => false))
    // Once in a while the service is killed while the console goes on; never both at the same request.
    let untilServiceEnds = this.drawKill(6) === 0 ? 1 + this.drawKill(2 * within) : 0
    let struck = false
    const strike = async () => {
      if (struck || console.isDead) return
      struck = true
      await this.strike(console, told(moment))
    }
    const stop = waitFor(moment, this.folder, () => void strike())
    this.wire.watcher = async (stage, request) => {
      if (isIt(stage, request)) {
        await strike()
        return moment.at === 'lost' ? 'lose' : 'pass'
      }
      if (stage !== 'arrived' || console.isDead) return 'pass'
      if (--untilServiceEnds === 0) this.strikeService()
      else if (meanwhile && this.draw(5) === 0) await meanwhile()
      return 'pass'
    }
    return {
      struck: () => struck,
      disarm: () => {
        stop()
        this.wire.watcher = passing
      },
    }
  }

  private async strike(console: StormConsole, when: string): Promise<void> {
    this.tally.kills += 1
    this.tally.moments.push(when)
    await console.kill()
  }

  private strikeService(): void {
    this.tally.kills += 1
    this.tally.restarts += 1
    this.tally.moments.push('the service')
    this.rising = this.service.restart()
    // Who awaits it is told; until then nobody does.
    this.rising.catch(() => undefined)
  }

  private async afterKill({ meanwhile }: Leg<unknown>, console: StormConsole): Promise<void> {
    await console.kill()
    await this.wire.quiet()
    if (this.drawKill(10) === 0) this.strikeService()
    await this.rising
    if (!meanwhile) return
    for (let times = this.draw(3); times > 0; times -= 1) await meanwhile()
  }

  /** Drives a leg; null where it was killed meanwhile. What is refused is tried again, as a person does. */
  private async driven<T>(
    leg: Leg<T>,
    console: StormConsole,
    struck: () => boolean,
  ): Promise<{ value: T } | { killed: true }> {
    const deadline = performance.now() + longest
    const over = new AbortController()
    const late = sleep(longest, undefined, { signal: over.signal }).then(() => {
      throw new Error(`It never came to its end. ${this.refusal}\n${console.said()}`)
    })
    late.catch(() => undefined)
    try {
      while (performance.now() < deadline) {
        try {
          return { value: await Promise.race([leg.drive(console.bridge), console.gone, late]) }
        } catch (error) {
          if (error instanceof ConsoleGone && struck()) return { killed: true }
          if (error instanceof ConsoleGone) throw new Error(`The console ended by itself: ${console.said()}`)
          if (!(error instanceof ORPCError)) throw error
          this.refusal = `Refused: ${JSON.stringify(error.data)}`
          await sleep(pause)
        }
      }
      throw new Error(`It was refused to the end. ${this.refusal}`)
    } finally {
      over.abort()
    }
  }
}
