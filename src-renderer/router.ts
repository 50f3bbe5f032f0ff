import { createRouter, createWebHashHistory, type RouteRecordRaw } from 'vue-router'
import type { Screen } from './links'

type PageModule = { default: object }

const found = import.meta.glob<PageModule>('./pages/*/*Page.vue')

const screens: { name: Screen; path: string; file: string; title: string }[] = [
  { name: 'overview', path: '/overview', file: './pages/overview/OverviewPage.vue', title: 'Overview' },
  { name: 'contacts', path: '/contacts', file: './pages/contacts/ContactsPage.vue', title: 'Contacts' },
  { name: 'events', path: '/events', file: './pages/events/EventsPage.vue', title: 'Events' },
  { name: 'activity', path: '/activity', file: './pages/activity/ActivityPage.vue', title: 'Activity' },
  { name: 'settings', path: '/settings', file: './pages/settings/SettingsPage.vue', title: 'Settings' },
  { name: 'welcome', path: '/welcome', file: './pages/welcome/WelcomePage.vue', title: 'Welcome' },
]

const routes = screens.flatMap(({ name, path, file, title }): RouteRecordRaw[] => {
  const component = found[file]
  return component ? [{ name, path, component, meta: { title } }] : []
})

/** Hash addresses: they need no server behind them, on app:// and on the browser host alike. */
export const router = createRouter({
  history: createWebHashHistory(),
  routes: [...routes, { path: '/:rest(.*)*', redirect: '/overview' }],
})
