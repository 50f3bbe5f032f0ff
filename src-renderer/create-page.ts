import { createPinia, disposePinia } from 'pinia'
import { createApp, type App, type Component } from 'vue'
import type { Router } from 'vue-router'
import { createBridge } from './bridge'
import { desktopKey } from './desktop'
import type { Transport } from './transport/transport'

interface PageSurroundings {
  /** What the desktop's preload script gave; null in a browser. */
  desktop: PostroomDesktop | null
  transport: Transport
  router: Router
}

/** A page with stores and a bridge of its own, not mounted yet. They go as it is unmounted, and nothing is left that listens. */
export function createPage(root: Component, { desktop, transport, router }: PageSurroundings): App {
  const pinia = createPinia()
  const app = createApp(root)
  app.provide(desktopKey, desktop)
  app.use(pinia).use(createBridge(transport)).use(router)
  app.onUnmount(() => {
    disposePinia(pinia)
    router.options.history.destroy()
  })
  return app
}
