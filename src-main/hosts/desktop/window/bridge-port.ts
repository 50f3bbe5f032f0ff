import {
  ipcMain,
  type BrowserWindow,
  type IpcMainEvent,
  type MessageEvent,
  type MessagePortMain,
} from 'electron'
import type { Logger } from '../../../core/log'
import { isOurPage, type Sender } from './policy'

/**
 * Bytes (or characters) of the largest message that the page may send over the bridge: text of 20 MB is pasted, with its
 * line breaks and quotes escaped.
 */
const largestMessage = 42 * 1024 * 1024

/** A port whose messages are of a plain kind and a limited size: what oRPC is given. */
interface BridgePort {
  on(event: string, listener: (event?: { data: unknown }) => void): void
  postMessage(data: unknown, transfer?: unknown[]): void
}

/**
 * Takes the page's end of the bridge: a port that the preload script sends. Messages of any other sender than the
 * main frame of our window are refused (docs/security.md, C6). A page has one bridge; asking again replaces it.
 */
export function receiveBridge(parts: {
  window: () => BrowserWindow | null
  ownOrigin: string
  log: Logger
  /** Takes the bridge; what the page asks before it has resolved waits in the port. */
  onBridge(port: BridgePort): Promise<void>
}): void {
  let current: Retirable | null = null
  ipcMain.on('bridge', (event, message: unknown) => {
    const [port, ...more] = event.ports
    const accepted = isOurPage(senderOf(event, parts.window()), parts.ownOrigin)
    if (!accepted || !port || more.length > 0 || message !== null) {
      parts.log.warn('bridge_refused')
      for (const refused of event.ports) refused.close()
      return
    }
    current?.retire()
    current = limited(port, parts.log)
    parts.onBridge(current).then(
      () => port.start(),
      (error: unknown) => {
        parts.log.error('bridge_not_taken', { detail: String(error) })
        port.close()
      },
    )
  })
}

/** What is known of who sent a message of the window's inner channels. */
export function senderOf(
  event: Pick<IpcMainEvent, 'sender' | 'senderFrame'>,
  window: BrowserWindow | null,
): Sender {
  const frame = event.senderFrame
  return {
    isOurWindow: window !== null && !window.isDestroyed() && event.sender === window.webContents,
    frame: frame ? { isMain: frame.parent === null, origin: frame.origin } : null,
  }
}

/** A bridge that can be put out of use while its port stays open. */
interface Retirable extends BridgePort {
  /**
   * Ends what runs over this bridge. The port itself is not closed: the page takes a closed port for a lost
   * connection and asks for another one, which would replace the one that it has just been given.
   */
  retire(): void
}

function limited(port: MessagePortMain, log: Logger): Retirable {
  let retired = false
  const whenClosed: (() => void)[] = []
  return {
    on: (name, listener) => {
      if (name === 'message') {
        port.on('message', (event: MessageEvent) => {
          if (retired) return
          if (sizeOf(event.data) <= largestMessage) return listener({ data: event.data as unknown })
          log.warn('bridge_message_refused', { count: sizeOf(event.data) })
          port.close()
        })
      } else if (name === 'close') {
        whenClosed.push(() => listener())
        port.on('close', () => listener())
      }
    },
    postMessage: (data) => {
      if (!retired) port.postMessage(data)
    },
    retire: () => {
      retired = true
      for (const close of whenClosed) close()
    },
  }
}

/** oRPC sends text or bytes; anything else is no message of ours. */
function sizeOf(data: unknown): number {
  if (typeof data === 'string') return data.length
  if (data instanceof ArrayBuffer || ArrayBuffer.isView(data)) return data.byteLength
  return Infinity
}
