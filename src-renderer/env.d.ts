/// <reference types="vite/client" />

/** What the desktop app's preload script gives the page; absent in a browser. */
interface PostroomDesktop {
  /** Asks for a port to the core; it arrives as a message `{ kind: 'postroom-bridge' }` of this window. */
  openBridge(): void
  readonly host: 'desktop'
  /** Called with the name of a screen that the application menu asks for; answers with the way to stop. */
  onNavigate(callback: (screen: string) => void): () => void
  /** Called for each file that the person drops on the window, with a token that opens it once (`imports.open`). */
  onFileDropped(callback: (file: { token: string; name: string }) => void): () => void
}

interface Window {
  readonly postroom?: PostroomDesktop
}
