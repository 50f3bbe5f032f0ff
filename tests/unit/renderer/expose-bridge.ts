/** What answers a bridge's port: a handler of a router of procedures. */
interface PortHandler {
  upgrade(port: MessagePort, options: { context: Record<never, never> }): void
}

/** Gives the page what the preload script gives it: a port to the core whenever it asks for one. */
export function exposeBridge(handler: PortHandler): void {
  Object.defineProperty(window, 'postroom', {
    configurable: true,
    value: {
      host: 'desktop',
      onNavigate: () => () => undefined,
      onFileDropped: () => () => undefined,
      openBridge() {
        const { port1, port2 } = new MessageChannel()
        handler.upgrade(port1, { context: {} })
        port1.start()
        const message = new MessageEvent('message', { data: { kind: 'postroom-bridge' } })
        Object.defineProperty(message, 'ports', { value: [port2] })
        Object.defineProperty(message, 'source', { value: window })
        window.dispatchEvent(message)
      },
    },
  })
}
