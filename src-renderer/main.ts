import { session } from './transport/first-session'
import './jitless'
import { i18n } from './language'
import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import './theme/tokens.css'
import './theme/base.css'
import './theme/controls.css'
import './theme/layout.css'
import './theme/surface.css'
import './theme/contrast.css'
import './theme/frame.css'
import { createWebHashHistory } from 'vue-router'
import App from './App.vue'
import { createPage } from './create-page'
import { createScreenRouter } from './router'
import { openPort } from './transport/port'
import { openSocket } from './transport/socket'

const desktop = window.postroom ?? null

createPage(App, {
  desktop,
  transport: desktop ? openPort(desktop) : openSocket(session),
  router: createScreenRouter(createWebHashHistory()),
})
  .use(i18n)
  .mount('#app')

// Without an export this would be a CommonJS module to the bundler, and all that the page starts with would be wrapped as such.
export {}
