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

  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    const port = event.ports[0]
    if (!port || !isBridgeMessage(event)) return
    link = new RPCLink({ port })
    // Chromium before 122 does not say that a port closed; there the core and the window end together.
    port.addEventListener('close', () => {
      link = null
      state.value = 'lost'
      desktop.openBridge()
    })
    port.start()
    state.value = 'open'
  })
  desktop.openBridge()

  return { state: readonly(state), link: () => link, retry: () => desktop.openBridge() }
}
