import type { ClientLink } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import { readonly, ref } from 'vue'
import type { CallContext, LinkState, Transport } from './transport'

/** Milliseconds before the first and the slowest attempt to reach the host again. */
const firstPause = 500
const longestPause = 8000

/** Whether the host answers at all: a socket that fails does not say whether it was refused or nobody was there. */
async function hostAnswers(): Promise<boolean> {
  try {
    await fetch('/', { method: 'HEAD', cache: 'no-store', credentials: 'omit' })
    return true
  } catch {
    return false
  }
}

/**
 * The browser host's connection: a WebSocket on the page's own origin, opened anew whenever it breaks off. `session`: its bearer, null
 * where it was refused. In one piece: all of it is about the one socket.
 */
export function openSocket(session: Promise<string | null>): Transport {
  const state = ref<LinkState>('connecting')
  let link: ClientLink<CallContext> | null = null
  let pause = firstPause
  let timer: number | undefined
  let bearer: string | null = null
  let socket: WebSocket | null = null
  let isClosed = false

  function connect(): void {
    window.clearTimeout(timer)
    if (bearer === null || isClosed) return
    const address = new URL('/bridge', window.location.href)
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
    const mine = new WebSocket(address, ['postroom', `postroom.${bearer}`])
    socket = mine
    let opened = false
    mine.addEventListener('open', () => {
      opened = true
      pause = firstPause
      link = new RPCLink({ websocket: mine })
      state.value = 'open'
    })
    mine.addEventListener('close', () => {
      link = null
      void closed(opened)
    })
  }

  async function closed(opened: boolean): Promise<void> {
    if (isClosed) return
    if (!opened && (await hostAnswers())) {
      state.value = 'refused'
      return
    }
    state.value = 'lost'
    timer = window.setTimeout(connect, pause)
    pause = Math.min(longestPause, pause * 2)
  }

  async function start(): Promise<void> {
    bearer = await session
    if (bearer === null) state.value = 'refused'
    else connect()
  }

  void start()
  return {
    state: readonly(state),
    link: () => link,
    retry: () => {
      if (state.value === 'lost') connect()
    },
    close: () => {
      isClosed = true
      window.clearTimeout(timer)
      link = null
      state.value = 'lost'
      socket?.close()
    },
  }
}
