import {
  startRecordingProxy,
  type Moment,
  type PassedRequest,
  type RecordingProxy,
} from '../fixtures/recording-proxy'
import { until } from '../fixtures/until'

/**
 * How far a request came: `lost` on the way, never handed on; `handed` to the service, which ended or has not answered;
 * `carriedOut` by the service, its answer lost; `answered`.
 */
export type Fate = 'lost' | 'handed' | 'carriedOut' | 'answered'

/** A request that the console sent. */
export interface Sent {
  method: string
  path: string
  body: string
  /** Which start of the console sent it, from 1. */
  life: number
  fate: Fate
}

/** Told of every request at each of its moments; it is held up meanwhile. Answers whether it is handed on, or lost. */
export type Watcher = (moment: Moment, request: Sent) => Promise<'pass' | 'lose'>

/** What nobody looks at is handed on. */
export const passing: Watcher = () => Promise.resolve('pass')

/** Everything that the console sends, to the service or to its records. */
export class Wire {
  readonly sent: Sent[] = []
  life = 0
  /** While it is cut, nothing is handed on. */
  isCut = false
  watcher: Watcher = passing
  /** Answers in the place of the service; null: the service does. */
  instead: (request: PassedRequest) => { status: number; body: unknown } | null = () => null
  private readonly known = new Map<PassedRequest, Sent>()
  private readonly proxies: RecordingProxy[] = []

  /** A way to an address that goes through here; answers where it begins. */
  async through(target: string): Promise<string> {
    const proxy = await startRecordingProxy(target)
    proxy.watch = (moment, request) => this.watch(moment, request)
    proxy.instead = (request) => this.instead(request)
    this.proxies.push(proxy)
    return proxy.url
  }

  /** Resolves once nobody is connected, and the service has dealt with all that it was handed. */
  async quiet(): Promise<void> {
    for (const proxy of this.proxies)
      await until(
        () => proxy.isQuiet(),
        (isQuiet) => isQuiet,
      )
  }

  async close(): Promise<void> {
    for (const proxy of this.proxies) await proxy.close()
  }

  private async watch(moment: Moment, passed: PassedRequest): Promise<void> {
    const request = this.known.get(passed) ?? this.enter(passed)
    if (moment === 'carriedOut') request.fate = 'carriedOut'
    if (moment === 'answered') request.fate = 'answered'
    const word = await this.watcher(moment, request)
    if (moment !== 'arrived') return
    if (word !== 'lose' && !this.isCut) {
      request.fate = 'handed'
      return
    }
    throw new Error('lost on the way')
  }

  private enter(passed: PassedRequest): Sent {
    const { method, path, body } = passed
    const request: Sent = { method, path, body, life: this.life, fate: 'lost' }
    this.known.set(passed, request)
    this.sent.push(request)
    return request
  }
}
