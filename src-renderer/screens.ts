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
  name: Exclude<Screen, 'welcome'>
  title: string
  icon: Component
  /** The rail's group it stands in; null: above the groups. */
  group: string | null
  /** The key that goes to it, after G. */
  letter: string
}

const audience = t('words.audience')
const mail = t('words.mail')
const desk = t('app.screens.desk')

/** The rail's groups, in its order. */
export const railGroups: readonly string[] = [audience, mail, desk]

/** The screens that are built, in the rail's order. One that is not built is not linked. */
export const screens: readonly ScreenEntry[] = [
  { name: 'overview', title: t('app.screens.overview'), icon: LayoutDashboard, group: null, letter: 'o' },
  { name: 'contacts', title: t('words.contacts'), icon: Users, group: audience, letter: 'c' },
  { name: 'segments', title: t('words.segments'), icon: Layers, group: audience, letter: 'l' },
  { name: 'events', title: t('words.events'), icon: Activity, group: audience, letter: 'e' },
  { name: 'import', title: t('words.import'), icon: FileUp, group: audience, letter: 'i' },
  { name: 'verification', title: t('words.verification'), icon: ShieldCheck, group: audience, letter: 'v' },
  { name: 'campaigns', title: t('words.campaigns'), icon: Megaphone, group: mail, letter: 'm' },
  { name: 'templates', title: t('words.templates'), icon: LayoutTemplate, group: mail, letter: 't' },
  { name: 'workflows', title: t('words.workflows'), icon: Workflow, group: mail, letter: 'f' },
  { name: 'send', title: t('app.screens.send'), icon: Send, group: mail, letter: 'n' },
  { name: 'domains', title: t('words.domains'), icon: Globe, group: mail, letter: 'd' },
  { name: 'records', title: t('words.records'), icon: Database, group: desk, letter: 'r' },
  { name: 'activity', title: t('words.activity'), icon: ScrollText, group: desk, letter: 'a' },
  { name: 'settings', title: t('words.settings'), icon: Settings, group: desk, letter: 's' },
]

/** The screen of that name. */
export function screenOf(name: ScreenEntry['name']): ScreenEntry {
  const found = screens.find((screen) => screen.name === name)
  if (!found) throw new RangeError(`No screen is named ${name}.`)
  return found
}
