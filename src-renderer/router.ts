import { t } from '../src-shared/messages/message'
import { createRouter, type Router, type RouteRecordRaw, type RouterHistory } from 'vue-router'
import type { Screen } from './links'
import { firstScreen } from './last-screen'

type Page = Exclude<RouteRecordRaw['component'], null | undefined>

const page = (name: string, path: string, component: Page) => ({ name, path, component })

function screen(name: Screen | 'passphrase', title: string, component: Page): RouteRecordRaw {
  return { ...page(name, `/${name}`, component), meta: { title } }
}

/** Several pages under one title. The screen's own stands at its address, the others (`more`) beneath it. */
function screens(name: Screen, title: string, component: Page, more: RouteRecordRaw[]): RouteRecordRaw {
  return { path: `/${name}`, meta: { title }, children: [page(name, '', component), ...more] }
}

/** A campaign, whose tabs are addresses. Without a tab, the page chooses one. */
const campaign: RouteRecordRaw = {
  path: ':id',
  component: () => import('./features/campaigns/CampaignPage.vue'),
  children: [
    page('campaign', '', () => import('./kit/state/SkeletonRows.vue')),
    page('campaign.content', 'content', () => import('./features/campaigns/content/ContentTab.vue')),
    page('campaign.review', 'review', () => import('./features/campaigns/CampaignReview.vue')),
    page('campaign.audience', 'audience', () => import('./features/campaigns/audience/AudienceTab.vue')),
    page('campaign.plan', 'plan', () => import('./features/campaigns/plan/PlanTab.vue')),
    page('campaign.after', 'after', () => import('./features/campaigns/after/AfterTab.vue')),
  ],
}

const routes: RouteRecordRaw[] = [
  screen('overview', t('app.screens.overview'), () => import('./features/overview/OverviewPage.vue')),
  screen('contacts', t('words.contacts'), () => import('./features/contacts/ContactsPage.vue')),
  screen('events', t('words.events'), () => import('./features/events/EventsPage.vue')),
  screen('import', t('words.import'), () => import('./features/imports/ImportPage.vue')),
  screen('domains', t('words.domains'), () => import('./features/domains/DomainsPage.vue')),
  screen('send', t('app.screens.send'), () => import('./features/mail/send/SendPage.vue')),
  screen('records', t('words.records'), () => import('./features/records/RecordsPage.vue')),
  screen('settings', t('words.settings'), () => import('./features/settings/SettingsPage.vue')),
  screen('welcome', t('app.router.welcome'), () => import('./features/profiles/welcome/WelcomePage.vue')),
  screen('passphrase', t('words.passphrase'), () => import('./features/profiles/seal/PassphrasePage.vue')),
  screens('segments', t('words.segments'), () => import('./features/segments/SegmentsPage.vue'), [
    page('newSegment', 'new', () => import('./features/segments/EditSegmentPage.vue')),
    page('segment', 'of/:id', () => import('./features/segments/SegmentPage.vue')),
    page('editSegment', 'of/:id/edit', () => import('./features/segments/EditSegmentPage.vue')),
  ]),
  screens('verification', t('words.verification'), () => import('./features/verification/BatchesPage.vue'), [
    page('newBatch', 'new', () => import('./features/verification/NewBatchPage.vue')),
    page('batch', ':id(\\d+)', () => import('./features/verification/BatchPage.vue')),
    page('verdictRules', 'rules', () => import('./features/verification/RulesPage.vue')),
  ]),
  screens('campaigns', t('words.campaigns'), () => import('./features/campaigns/CampaignsPage.vue'), [
    campaign,
  ]),
  screens('templates', t('words.templates'), () => import('./features/templates/TemplatesPage.vue'), [
    page('template', ':id', () => import('./features/templates/TemplatePage.vue')),
  ]),
  screens('workflows', t('words.workflows'), () => import('./features/workflows/WorkflowsPage.vue'), [
    page('workflow', ':id', () => import('./features/workflows/WorkflowPage.vue')),
    page('workflow.edit', ':id/edit', () => import('./features/workflows/edit/WorkflowEditPage.vue')),
  ]),
  // That of this console and, where the service tells of it, that of the project.
  screens('activity', t('words.activity'), () => import('./features/activity/ActivityPage.vue'), [
    page('activity.project', 'project', () => import('./features/activity/project/ProjectActivityPage.vue')),
  ]),
  { path: '/', redirect: () => ({ name: firstScreen() }) },
  { path: '/:rest(.*)*', redirect: '/overview' },
]

/** The addresses of a page's screens, kept in `history`. */
export function createScreenRouter(history: RouterHistory): Router {
  return createRouter({ history, routes })
}
