import { startRecordingProxy, type Moment, type PassedRequest } from '../fixtures/recording-proxy'

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
  private readonly closers: (() => Promise<void>)[] = []
  private readonly held = new Set<Sent>()
  private readonly emptied: (() => void)[] = []

  /** A way to an address that goes through here; answers where it begins. */
  async through(target: string): Promise<string> {
    const proxy = await startRecordingProxy(target)
    proxy.watch = (moment, request) => this.watch(moment, request)
    proxy.instead = (request) => this.instead(request)
    this.closers.push(() => proxy.close())
    return proxy.url
  }

  /** Resolves once the service has dealt with all that it was handed. */
  async quiet(): Promise<void> {
    if (this.held.size > 0) await new Promise<void>((done) => this.emptied.push(done))
  }

  async close(): Promise<void> {
    for (const close of this.closers) await close()
  }

  private async watch(moment: Moment, passed: PassedRequest): Promise<void> {
    const request = this.known.get(passed) ?? this.enter(passed)
    if (moment === 'carriedOut') request.fate = 'carriedOut'
    if (moment === 'answered') request.fate = 'answered'
    if (moment !== 'arrived') this.letGo(request)
    if (moment === 'failed') return
    const word = await this.watcher(moment, request)
    if (moment !== 'arrived') return
    if (word !== 'lose' && !this.isCut) {
      request.fate = 'handed'
      this.held.add(request)
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

  private letGo(request: Sent): void {
    this.held.delete(request)
    if (this.held.size > 0) return
    for (const tell of this.emptied.splice(0)) tell()
  }
}
