import { createORPCClient, ORPCError, type ClientLink } from '@orpc/client'
import { computed, watch, type ComputedRef } from 'vue'
import type { Bridge } from '../src-shared/bridge/contract'
import { ProblemError, problemSchema, type Problem } from '../src-shared/problem'
import { openPort } from './transport/port'
import { openSocket } from './transport/socket'
import type { CallContext, LinkState, Transport } from './transport/transport'

const hostGone: Problem = {
  code: 'internal',
  title: 'Postroom does not answer',
  why: 'The program behind this page stopped, or the connection to it broke off.',
  action: 'Start Postroom again if it was closed; this page connects by itself.',
  retryable: true,
}

let transport: Transport | null = null
let bridge: Bridge | null = null

function opened(): Transport {
  transport ??= window.postroom ? openPort(window.postroom) : openSocket()
  return transport
}

/** Resolves with the state the link settles in: anything but `connecting`. */
function settled(current: Transport, signal?: AbortSignal): Promise<LinkState> {
  return new Promise((resolve, reject) => {
    const stop = watch(
      current.state,
      (state) => {
        if (state === 'connecting') return
        resolve(state)
        queueMicrotask(() => stop())
      },
      { immediate: true, flush: 'sync' },
    )
    signal?.addEventListener('abort', () => {
      stop()
      reject(signal.reason)
    })
  })
}

/** Calls made before the first connection wait for it; calls made while it is lost fail at once, so that no write leaves later unseen. */
const mendingLink: ClientLink<CallContext> = {
  async call(path, input, options) {
    const current = opened()
    await settled(current, options.signal)
    const link = current.link()
    if (!link) throw new ProblemError(hostGone)
    return link.call(path, input, options)
  },
}

/** The typed client of the contract. It stays the same object across reconnections. */
export function useBridge(): Bridge {
  bridge ??= createORPCClient<Bridge>(mendingLink)
  return bridge
}

/** Resolves when the core can be asked for the first time, or again after the connection was lost. */
export function connectBridge(): Promise<Bridge> {
  const { state } = opened()
  return new Promise((resolve) => {
    const stop = watch(
      state,
      (value) => {
        if (value !== 'open') return
        resolve(useBridge())
        queueMicrotask(() => stop())
      },
      { immediate: true, flush: 'sync' },
    )
  })
}

/** The connection between this page and the core, and a way to try again at once. */
export function useBridgeLink(): { state: ComputedRef<LinkState>; retry: () => void } {
  const current = opened()
  return { state: computed(() => current.state.value), retry: current.retry }
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
      title: 'Postroom could not do that',
      why: 'Something in Postroom itself failed.',
      action: 'Try again. The log in the data folder says more.',
    }
  }
  if (error instanceof DOMException && error.name === 'AbortError') return cancelled
  return hostGone
}

const refusedInput: Problem = {
  code: 'input_invalid',
  title: 'This cannot be used as it is',
  why: 'Postroom did not accept what was entered.',
  action: 'Check the fields and try again.',
  retryable: false,
}

const cancelled: Problem = {
  code: 'cancelled',
  title: 'Cancelled',
  why: 'It was stopped before it was done.',
  action: 'Start it again if it is still wanted.',
  retryable: true,
}
