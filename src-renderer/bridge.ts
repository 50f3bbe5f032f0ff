import { t } from '../src-shared/messages/message'
import { createORPCClient, ORPCError, type ClientLink } from '@orpc/client'
import { computed, inject, watch, type ComputedRef, type InjectionKey, type ObjectPlugin } from 'vue'
import type { Bridge } from '../src-shared/bridge/contract'
import { ProblemError, problemSchema, type Problem } from '../src-shared/problem'
import type { CallContext, LinkState, Transport } from './transport/transport'

const hostGone: Problem = {
  code: 'internal',
  title: t('app.app.postroomDoesNotAnswer'),
  why: t('app.bridge.theProgramBehindThis'),
  action: t('app.bridge.startPostroomAgainIf'),
  retryable: true,
}

interface BridgeEnd {
  readonly client: Bridge
  readonly transport: Transport
}

const bridgeKey: InjectionKey<BridgeEnd> = Symbol('bridge')

/** Resolves once `isReached` holds of the link's state. Rejects with the reason of `signal` where that aborts first. */
function reached(
  { state }: Transport,
  isReached: (state: LinkState) => boolean,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    function abort(): void {
      stop()
      reject(signal?.reason)
    }
    const stop = watch(
      state,
      (value) => {
        if (!isReached(value)) return
        signal?.removeEventListener('abort', abort)
        resolve()
        queueMicrotask(() => stop())
      },
      { immediate: true, flush: 'sync' },
    )
    signal?.addEventListener('abort', abort)
  })
}

/** Calls made before the first connection wait for it; calls made while it is lost fail at once, so that no write leaves later unseen. */
function mendingLink(transport: Transport): ClientLink<CallContext> {
  return {
    async call(path, input, options) {
      await reached(transport, (state) => state !== 'connecting', options.signal)
      const link = transport.link()
      if (!link) throw new ProblemError(hostGone)
      return link.call(path, input, options)
    },
  }
}

/** The bridge of one app, as a plugin of it. The transport is closed as the app is unmounted. */
export function createBridge(transport: Transport): ObjectPlugin {
  const client = createORPCClient<Bridge>(mendingLink(transport))
  return {
    install(app) {
      app.provide(bridgeKey, { client, transport })
      app.onUnmount(() => transport.close())
    },
  }
}

function injected(): BridgeEnd {
  const end = inject(bridgeKey, null)
  if (!end) throw new Error('There is no bridge here: only in setup, and of an app that uses createBridge')
  return end
}

/** The typed client of the contract. It stays the same object across reconnections. For use in setup. */
export function useBridge(): Bridge {
  return injected().client
}

/** The connection between this page and the core, and a way to try again at once. For use in setup. */
export function useBridgeLink(): {
  state: ComputedRef<LinkState>
  retry: () => void
  /** Resolves when the core can be asked for the first time, or again after the connection was lost. */
  connected: (signal: AbortSignal) => Promise<void>
} {
  const { transport } = injected()
  return {
    state: computed(() => transport.state.value),
    retry: transport.retry,
    connected: (signal) => reached(transport, (state) => state === 'open', signal),
  }
}

/** Whatever a call rejected with, as a Problem that can be shown. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem
  if (error instanceof ORPCError) {
    const problem = problemSchema.safeParse(error.data)
    if (problem.success) return problem.data
    if (error.defined || error.code === 'BAD_REQUEST') return refusedInput
    return {
      ...hostGone,
      title: t('app.bridge.postroomCouldNotDo'),
      why: t('app.bridge.somethingInPostroomItself'),
      action: t('app.bridge.tryAgainTheLog'),
    }
  }
  if (error instanceof DOMException && error.name === 'AbortError') return cancelled
  return hostGone
}

const refusedInput: Problem = {
  code: 'input_invalid',
  title: t('app.bridge.thisCannotBeUsed'),
  why: t('app.bridge.postroomDidNotAccept'),
  action: t('app.bridge.checkTheFieldsAnd'),
  retryable: false,
}

const cancelled: Problem = {
  code: 'cancelled',
  title: t('words.cancelled'),
  why: t('app.bridge.itWasStoppedBefore'),
  action: t('app.bridge.startItAgainIf'),
  retryable: true,
}
