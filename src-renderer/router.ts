import { createRouter, type Router, type RouteRecordRaw, type RouterHistory } from 'vue-router'
import type { Screen } from './links'

const routes: (RouteRecordRaw & {
  name:
    | Exclude<Screen, 'segments' | 'verification' | 'templates' | 'workflows' | 'campaigns' | 'activity'>
    | 'passphrase'
})[] = [
  {
    name: 'overview',
    path: '/overview',
    component: () => import('./features/overview/OverviewPage.vue'),
    meta: { title: 'Overview' },
  },
  {
    name: 'contacts',
    path: '/contacts',
    component: () => import('./features/contacts/ContactsPage.vue'),
    meta: { title: 'Contacts' },
  },
  {
    name: 'events',
    path: '/events',
    component: () => import('./features/events/EventsPage.vue'),
    meta: { title: 'Events' },
  },
  {
    name: 'import',
    path: '/import',
    component: () => import('./features/imports/ImportPage.vue'),
    meta: { title: 'Import' },
  },
  {
    name: 'domains',
    path: '/domains',
    component: () => import('./features/domains/DomainsPage.vue'),
    meta: { title: 'Domains' },
  },
  {
    name: 'send',
    path: '/send',
    component: () => import('./features/mail/send/SendPage.vue'),
    meta: { title: 'Send' },
  },
  {
    name: 'records',
    path: '/records',
    component: () => import('./features/records/RecordsPage.vue'),
    meta: { title: 'Records' },
  },
  {
    name: 'settings',
    path: '/settings',
    component: () => import('./features/settings/SettingsPage.vue'),
    meta: { title: 'Settings' },
  },
  {
    name: 'welcome',
    path: '/welcome',
    component: () => import('./features/profiles/welcome/WelcomePage.vue'),
    meta: { title: 'Welcome' },
  },
  {
    name: 'passphrase',
    path: '/passphrase',
    component: () => import('./features/profiles/seal/PassphrasePage.vue'),
    meta: { title: 'Passphrase' },
  },
]

/** Segments are several pages under one title: all of them, one's members, and one being written. */
const segments: RouteRecordRaw = {
  path: '/segments',
  meta: { title: 'Segments' },
  children: [
    {
      name: 'segments' satisfies Screen,
      path: '',
      component: () => import('./features/segments/SegmentsPage.vue'),
    },
    { name: 'newSegment', path: 'new', component: () => import('./features/segments/EditSegmentPage.vue') },
    { name: 'segment', path: 'of/:id', component: () => import('./features/segments/SegmentPage.vue') },
    {
      name: 'editSegment',
      path: 'of/:id/edit',
      component: () => import('./features/segments/EditSegmentPage.vue'),
    },
  ],
}

/** Verification is several pages under one title: its batches, one of them, a new one, and the rules. */
const verification: RouteRecordRaw = {
  path: '/verification',
  meta: { title: 'Verification' },
  children: [
    {
      name: 'verification' satisfies Screen,
      path: '',
      component: () => import('./features/verification/BatchesPage.vue'),
    },
    { name: 'newBatch', path: 'new', component: () => import('./features/verification/NewBatchPage.vue') },
    {
      name: 'batch',
      path: ':id(\\d{1,15})',
      component: () => import('./features/verification/BatchPage.vue'),
    },
    { name: 'verdictRules', path: 'rules', component: () => import('./features/verification/RulesPage.vue') },
  ],
}

/** Activity is that of this console and, where the service tells of it, that of the project. */
const activity: RouteRecordRaw = {
  path: '/activity',
  meta: { title: 'Activity' },
  children: [
    {
      name: 'activity' satisfies Screen,
      path: '',
      component: () => import('./features/activity/ActivityPage.vue'),
    },
    {
      name: 'activity.project',
      path: 'project',
      component: () => import('./features/activity/project/ProjectActivityPage.vue'),
    },
  ],
}

/** Templates are two pages under one title: all of them, and one in its editor. */
const templates: RouteRecordRaw = {
  path: '/templates',
  meta: { title: 'Templates' },
  children: [
    {
      name: 'templates' satisfies Screen,
      path: '',
      component: () => import('./features/templates/TemplatesPage.vue'),
    },
    { name: 'template', path: ':id', component: () => import('./features/templates/TemplatePage.vue') },
  ],
}

/** Workflows are three pages under one title: all of them, one with its steps and executions, and its steps being written. */
const workflows: RouteRecordRaw = {
  path: '/workflows',
  meta: { title: 'Workflows' },
  children: [
    {
      name: 'workflows' satisfies Screen,
      path: '',
      component: () => import('./features/workflows/WorkflowsPage.vue'),
    },
    { name: 'workflow', path: ':id', component: () => import('./features/workflows/WorkflowPage.vue') },
    {
      name: 'workflow.edit',
      path: ':id/edit',
      component: () => import('./features/workflows/edit/WorkflowEditPage.vue'),
    },
  ],
}

/** Campaigns are a list and a page each, whose tabs are addresses. Without a tab, the page chooses one. */
const campaigns: RouteRecordRaw = {
  path: '/campaigns',
  meta: { title: 'Campaigns' },
  children: [
    {
      name: 'campaigns' satisfies Screen,
      path: '',
      component: () => import('./features/campaigns/CampaignsPage.vue'),
    },
    {
      path: ':id',
      component: () => import('./features/campaigns/CampaignPage.vue'),
      children: [
        { name: 'campaign', path: '', component: () => import('./kit/state/SkeletonRows.vue') },
        {
          name: 'campaign.content',
          path: 'content',
          component: () => import('./features/campaigns/content/ContentTab.vue'),
        },
        {
          name: 'campaign.review',
          path: 'review',
          component: () => import('./features/campaigns/CampaignReview.vue'),
        },
        {
          name: 'campaign.audience',
          path: 'audience',
          component: () => import('./features/campaigns/audience/AudienceTab.vue'),
        },
        {
          name: 'campaign.after',
          path: 'after',
          component: () => import('./features/campaigns/after/AfterTab.vue'),
        },
      ],
    },
  ],
}

/** The addresses of a page's screens, kept in `history`. */
export function createScreenRouter(history: RouterHistory): Router {
  return createRouter({
    history,
    routes: [
      ...routes,
      segments,
      verification,
      campaigns,
      templates,
      workflows,
      activity,
      { path: '/:rest(.*)*', redirect: '/overview' },
    ],
  })
}
