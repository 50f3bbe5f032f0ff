import { createRouter, createWebHashHistory, type RouteRecordRaw } from 'vue-router'
import type { Screen } from './links'

const routes: (RouteRecordRaw & { name: Screen })[] = [
  {
    name: 'overview',
    path: '/overview',
    component: () => import('./pages/overview/OverviewPage.vue'),
    meta: { title: 'Overview' },
  },
  {
    name: 'contacts',
    path: '/contacts',
    component: () => import('./pages/contacts/ContactsPage.vue'),
    meta: { title: 'Contacts' },
  },
  {
    name: 'events',
    path: '/events',
    component: () => import('./pages/events/EventsPage.vue'),
    meta: { title: 'Events' },
  },
  {
    name: 'import',
    path: '/import',
    component: () => import('./pages/import/ImportPage.vue'),
    meta: { title: 'Import' },
  },
  {
    name: 'activity',
    path: '/activity',
    component: () => import('./pages/activity/ActivityPage.vue'),
    meta: { title: 'Activity' },
  },
  {
    name: 'settings',
    path: '/settings',
    component: () => import('./pages/settings/SettingsPage.vue'),
    meta: { title: 'Settings' },
  },
  {
    name: 'welcome',
    path: '/welcome',
    component: () => import('./pages/welcome/WelcomePage.vue'),
    meta: { title: 'Welcome' },
  },
]

/** Hash addresses: they need no server behind them, on app:// and on the browser host alike. */
export const router = createRouter({
  history: createWebHashHistory(),
  routes: [...routes, { path: '/:rest(.*)*', redirect: '/overview' }],
})
