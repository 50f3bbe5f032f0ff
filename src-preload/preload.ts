import { contextBridge, ipcRenderer } from 'electron'

/**
 * All that the desktop app's page gets beyond a web page: named functions, none of Electron's own objects. A test
 * pins this list.
 */
const exposed = {
  host: 'desktop' as const,

  /** Asks the core for a connection; its port arrives as a message `{ kind: 'postroom-bridge' }` of this window. */
  openBridge(): void {
    const { port1, port2 } = new MessageChannel()
    ipcRenderer.postMessage('bridge', null, [port1])
    window.postMessage({ kind: 'postroom-bridge' }, window.location.origin, [port2])
  },

  /** Calls back with the name of a screen that the application menu asks for. Returns the way to stop. */
  onNavigate(callback: (screen: string) => void): () => void {
    const listener = (_event: unknown, screen: unknown) => callback(String(screen))
    ipcRenderer.on('navigate', listener)
    return () => void ipcRenderer.removeListener('navigate', listener)
  },
}

contextBridge.exposeInMainWorld('postroom', exposed)
