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

interface ScreenEntry {
  name: Screen
  title: string
  icon: Component
  /** The rail's group it stands in; null: above the groups. */
  group: string | null
}

const audience = t('words.audience')
const mail = t('words.mail')
const desk = t('app.screens.desk')

/** The rail's groups, in its order. */
export const railGroups: readonly string[] = [audience, mail, desk]

/** The screens that are built, in the rail's order. One that is not built is not linked. */
export const screens: readonly ScreenEntry[] = [
  { name: 'overview', title: t('app.screens.overview'), icon: LayoutDashboard, group: null },
  { name: 'contacts', title: t('words.contacts'), icon: Users, group: audience },
  { name: 'segments', title: t('words.segments'), icon: Layers, group: audience },
  { name: 'events', title: t('words.events'), icon: Activity, group: audience },
  { name: 'import', title: t('words.import'), icon: FileUp, group: audience },
  { name: 'verification', title: t('words.verification'), icon: ShieldCheck, group: audience },
  { name: 'campaigns', title: t('words.campaigns'), icon: Megaphone, group: mail },
  { name: 'templates', title: t('words.templates'), icon: LayoutTemplate, group: mail },
  { name: 'workflows', title: t('words.workflows'), icon: Workflow, group: mail },
  { name: 'send', title: t('app.screens.send'), icon: Send, group: mail },
  { name: 'domains', title: t('words.domains'), icon: Globe, group: mail },
  { name: 'records', title: t('words.records'), icon: Database, group: desk },
  { name: 'activity', title: t('words.activity'), icon: ScrollText, group: desk },
  { name: 'settings', title: t('words.settings'), icon: Settings, group: desk },
]

/** The screen of that name. */
export function screenOf(name: Screen): ScreenEntry {
  const found = screens.find((screen) => screen.name === name)
  if (!found) throw new RangeError(`No screen is named ${name}.`)
  return found
}
