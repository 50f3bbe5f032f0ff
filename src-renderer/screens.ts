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
  { name: 'overview', title: 'Overview', icon: LayoutDashboard, group: null },
  { name: 'contacts', title: 'Contacts', icon: Users, group: 'Audience' },
  { name: 'segments', title: 'Segments', icon: Layers, group: 'Audience' },
  { name: 'events', title: 'Events', icon: Activity, group: 'Audience' },
  { name: 'import', title: 'Import', icon: FileUp, group: 'Audience' },
  { name: 'verification', title: 'Verification', icon: ShieldCheck, group: 'Audience' },
  { name: 'campaigns', title: 'Campaigns', icon: Megaphone, group: 'Mail' },
  { name: 'templates', title: 'Templates', icon: LayoutTemplate, group: 'Mail' },
  { name: 'workflows', title: 'Workflows', icon: Workflow, group: 'Mail' },
  { name: 'send', title: 'Send', icon: Send, group: 'Mail' },
  { name: 'domains', title: 'Domains', icon: Globe, group: 'Mail' },
  { name: 'records', title: 'Records', icon: Database, group: 'Desk' },
  { name: 'activity', title: 'Activity', icon: ScrollText, group: 'Desk' },
  { name: 'settings', title: 'Settings', icon: Settings, group: 'Desk' },
]
