import { t } from '../src-shared/messages/message'
import {
  Activity,
  Database,
  FileUp,
  Globe,
  Layers,
  LayoutDashboard,
  LayoutTemplate,
  Megaphone,
  ScrollText,
  Send,
  Settings,
  ShieldCheck,
  Users,
  Workflow,
} from '@lucide/vue'
import type { Component } from 'vue'
import type { Screen } from './links'

/** A screen as the rail and the palette list it. */
interface ScreenEntry {
  name: Screen
  title: string
  icon: Component
  /** The rail's group it stands in; null: above the groups. */
  group: 'Audience' | 'Mail' | 'Desk' | null
}

/** The screens that are built, in the rail's order. One that is not built is not linked. */
export const screens: readonly ScreenEntry[] = [
  { name: 'overview', title: t('app.screens.overview'), icon: LayoutDashboard, group: null },
  { name: 'contacts', title: t('words.contacts'), icon: Users, group: 'Audience' },
  { name: 'segments', title: t('words.segments'), icon: Layers, group: 'Audience' },
  { name: 'events', title: t('words.events'), icon: Activity, group: 'Audience' },
  { name: 'import', title: t('words.import'), icon: FileUp, group: 'Audience' },
  { name: 'verification', title: t('words.verification'), icon: ShieldCheck, group: 'Audience' },
  { name: 'campaigns', title: t('words.campaigns'), icon: Megaphone, group: 'Mail' },
  { name: 'templates', title: t('words.templates'), icon: LayoutTemplate, group: 'Mail' },
  { name: 'workflows', title: t('words.workflows'), icon: Workflow, group: 'Mail' },
  { name: 'send', title: t('app.screens.send'), icon: Send, group: 'Mail' },
  { name: 'domains', title: t('words.domains'), icon: Globe, group: 'Mail' },
  { name: 'records', title: t('app.screens.records'), icon: Database, group: 'Desk' },
  { name: 'activity', title: t('app.screens.activity'), icon: ScrollText, group: 'Desk' },
  { name: 'settings', title: t('words.settings'), icon: Settings, group: 'Desk' },
]
