import { createPinia } from 'pinia'
import { createSSRApp, ref } from 'vue'
import { createMemoryHistory } from 'vue-router'
import { renderToString } from 'vue/server-renderer'
import { closestLanguage, spokenIn } from '../../src-shared/messages/languages'
import { speak } from '../../src-shared/messages/message'
import { createBridge } from '../bridge'
import type { LinkState } from '../transport/transport'

// Screens say their names as they are loaded, so the language comes first. The build names it (scripts/window-frame.mjs).
speak(await spokenIn(closestLanguage(process.env.POSTROOM_FRAME_LANGUAGE ?? 'en')))
const { default: WindowFrame } = await import('./WindowFrame.vue')
const { createScreenRouter } = await import('../router')

const router = createScreenRouter(createMemoryHistory())
await router.push('/welcome')
const app = createSSRApp(WindowFrame)
  .use(createPinia())
  .use(
    createBridge({
      state: ref<LinkState>('connecting'),
      link: () => null,
      retry: () => undefined,
      close: () => undefined,
    }),
  )
  .use(router)

/** The frame of the window as HTML. Its links lead nowhere. */
export const frame: string = (await renderToString(app)).replaceAll(/ href="[^"]*"/g, '')
