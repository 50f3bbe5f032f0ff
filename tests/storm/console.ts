import { type ChildProcess, fork } from 'node:child_process'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { Bridge } from '../../src-shared/bridge/contract'
import { built, node } from '../fixtures/built'

/** A console as a process of its own, spoken to as a page speaks to it. */
export interface StormConsole {
  readonly bridge: Bridge
  /** Rejects once the process is gone. Calls that were under way never come back: race them against this. */
  readonly gone: Promise<never>
  readonly isDead: boolean
  /** What it logged, the last of it. */
  said(): string
  /** SIGKILL, at once; resolves when it is dead. */
  kill(): Promise<void>
}

/** A console was killed, or ended by itself: what was asked of it has no answer. */
export class ConsoleGone extends Error {}

/** Waits of the console are so many times as short: it asks for a service that is away every two seconds. */
const hurry = 8

/** So much of its log is kept, in characters. */
const kept = 6000

/** Starts a console over a data folder. Resolves as soon as it can be asked. `world`: its wall clock hurries as well (see console-process). */
export async function startConsole(
  folder: string,
  world?: { factor: number; epoch: number },
): Promise<StormConsole> {
  const clock = world ? [String(world.factor), String(world.epoch)] : [String(hurry)]
  const child = fork(built('tests', 'console-process.js'), [folder, ...clock], {
    execPath: node,
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-kept)
  })
  let dead = false
  const ended = new Promise<void>((done) => {
    child.once('exit', () => {
      dead = true
      done()
    })
  })
  const gone = ended.then(() => Promise.reject(new ConsoleGone(said.slice(-kept))))
  gone.catch(() => undefined)
  await Promise.race([ready(child), gone])
  return {
    bridge: createORPCClient(new RPCLink({ port: portOf(child) })),
    gone,
    get isDead() {
      return dead
    },
    said: () => said,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((done) => child.once('message', () => done()))
}

/** The channel to a process, as oRPC takes a port. A message to a dead one goes nowhere. */
function portOf(child: ChildProcess) {
  return {
    on(event: string, listener: (message?: { data: unknown }) => void) {
      if (event === 'message') child.on('message', (data) => listener({ data }))
    },
    postMessage(data: unknown) {
      if (child.connected) child.send(data as object, () => undefined)
    },
  }
}
