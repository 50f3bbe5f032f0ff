import { t } from '../../../src-shared/messages/message'
import { problem } from '../problems'
import type { KeychainChild, StartKeychainChild } from './child'
import { answerSchema, type KeychainCall } from './messages'

/** Why a call came to nothing whose process was gone before it answered: another one may do. */
export const processEnded = () => t('core.keytarClient.theKeychainProcessEnded')

type CallWithoutId = KeychainCall extends infer Call
  ? Call extends KeychainCall
    ? Omit<Call, 'id'>
    : never
  : never

interface PendingCall {
  resolve(value: string | null): void
  reject(error: unknown): void
  timer: NodeJS.Timeout
}

/**
 * Calls the keychain process. It is started at the first call, and again after it died or was ended for not
 * answering; a call that it took along rejects with `keychain_unavailable`.
 */
export class KeytarClient {
  readonly #waiting = new Map<number, PendingCall>()
  #child: KeychainChild | null = null
  #lastId = 0

  constructor(
    private readonly options: {
      file: string
      start: StartKeychainChild
      /** Milliseconds a call may take. */
      timeLimit: number
    },
  ) {}

  /** Carries a call out. Rejects with `keychain_unavailable`: no answer in time, no process, or the keychain's own error. */
  call(order: CallWithoutId): Promise<string | null> {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId
      const timer = setTimeout(() => this.#giveUp(), this.options.timeLimit)
      this.#waiting.set(id, { resolve, reject, timer })
      try {
        this.#running().send({ ...order, id })
      } catch (error) {
        this.#fail(t('core.keytarClient.theKeychainProcessDid'), error)
      }
    })
  }

  /** Ends the process; calls on their way reject. */
  close(): void {
    this.#stop(t('core.keytarClient.theKeychainWasClosed'))
  }

  #running(): KeychainChild {
    if (this.#child) return this.#child
    const child = this.options.start(this.options.file)
    this.#child = child
    child.onMessage((message) => this.#settle(message))
    child.onExit(() => {
      if (this.#child !== child) return
      this.#child = null
      this.#fail(processEnded())
    })
    return child
  }

  #settle(message: unknown): void {
    const answer = answerSchema.safeParse(message)
    if (!answer.success) return
    const waiting = this.#waiting.get(answer.data.id)
    if (!waiting) return
    this.#waiting.delete(answer.data.id)
    clearTimeout(waiting.timer)
    if ('value' in answer.data) waiting.resolve(answer.data.value)
    else waiting.reject(unavailable(t('core.keytarClient.theKeychainAnsweredWith'), answer.data.error))
  }

  /** A keychain that hangs once hangs for every call behind it too: the process is ended, all of them fail. */
  #giveUp(): void {
    this.#stop(t('core.keytarClient.theKeychainGaveNo', { count: this.options.timeLimit / 1000 }))
  }

  #stop(why: string): void {
    const child = this.#child
    this.#child = null
    child?.kill()
    this.#fail(why)
  }

  #fail(why: string, cause?: unknown): void {
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject, timer } of waiting) {
      clearTimeout(timer)
      reject(unavailable(why, cause))
    }
  }
}

function unavailable(why: string, cause: unknown) {
  return problem('keychain_unavailable', { why }, { cause })
}
