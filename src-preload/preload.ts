import { contextBridge, ipcRenderer, webUtils } from 'electron'

/** Where a dropped file lies. Programs before Electron 30 say it on the file itself; a file that a script made has no place. */
function pathOf(file: File): string {
  // Typed as always there, which it is not in the oldest program that this runs in.
  const utils: typeof webUtils | undefined = webUtils
  if (utils) return utils.getPathForFile(file)
  return 'path' in file && typeof file.path === 'string' ? file.path : ''
}

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

  /**
   * Calls back with what stands for each file that the person drops on the window: a token that opens it once, and its
   * name. Only a drop by hand counts, and no path passes through the page. Returns the way to stop.
   */
  onFileDropped(callback: (file: { token: string; name: string }) => void): () => void {
    const dropped = async (event: DragEvent) => {
      if (!event.isTrusted) return
      const given: { token: string; name: string }[] = []
      for (const file of Array.from(event.dataTransfer?.files ?? [])) {
        const token: unknown = await ipcRenderer.invoke('file-dropped', pathOf(file))
        if (typeof token === 'string') given.push({ token, name: file.name })
      }
      // All at once: who opens the first may be gone before the token of the second is there.
      for (const file of given) callback(file)
    }
    const listener = (event: DragEvent) => void dropped(event)
    window.addEventListener('drop', listener, true)
    return () => window.removeEventListener('drop', listener, true)
  },
}

contextBridge.exposeInMainWorld('postroom', exposed)
