import type { ClientLink } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import { readonly, ref } from 'vue'
import type { CallContext, LinkState, Transport } from './transport'

function isBridgeMessage(event: MessageEvent<unknown>): boolean {
  const data = event.data
  return (
    event.source === window &&
    typeof data === 'object' &&
    data !== null &&
    'kind' in data &&
    data.kind === 'postroom-bridge'
  )
}

/** The desktop app's connection: a message port that the preload script hands over when asked. */
export function openPort(desktop: PostroomDesktop): Transport {
  const state = ref<LinkState>('connecting')
  let link: ClientLink<CallContext> | null = null
  let port: MessagePort | null = null

  function take(event: MessageEvent<unknown>): void {
    const mine = event.ports[0]
    if (!mine || !isBridgeMessage(event)) return
    port = mine
    link = new RPCLink({ port: mine })
    // Chromium before 122 does not say that a port closed; there the core and the window end together.
    mine.addEventListener('close', () => {
      if (port !== mine) return
      link = null
      state.value = 'lost'
      desktop.openBridge()
    })
    mine.start()
    state.value = 'open'
  }
  window.addEventListener('message', take)
  desktop.openBridge()

  return {
    state: readonly(state),
    link: () => link,
    retry: () => desktop.openBridge(),
    close: () => {
      window.removeEventListener('message', take)
      const last = port
      port = null
      link = null
      state.value = 'lost'
      last?.close()
    },
  }
}
