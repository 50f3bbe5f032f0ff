import {
  Gauge,
  HardDrive,
  Info,
  KeyRound,
  ListChecks,
  LockKeyhole,
  Send,
  SunMoon,
  Tag,
  type LucideIcon,
} from '@lucide/vue'

/** A part of Settings: its id is its place on the page, `words` are what else finds it. */
export interface SectionEntry {
  id: string
  title: string
  icon: LucideIcon
  of: 'profile' | 'machine'
  words: string
}

/** The parts of Settings, in their order on the page. */
export const sections: readonly SectionEntry[] = [
  {
    id: 'name',
    title: 'Name and mode',
    icon: Tag,
    of: 'profile',
    words: 'colour address test answers production read-only ordinary',
  },
  {
    id: 'keys',
    title: 'Keys and tokens',
    icon: KeyRound,
    of: 'profile',
    words: 'secret public key token keychain replace refused locked record services',
  },
  {
    id: 'service',
    title: 'What the service can do',
    icon: ListChecks,
    of: 'profile',
    words: 'capabilities abilities ask again counts differ limits bulk',
  },
  {
    id: 'budget',
    title: 'Budget and sync',
    icon: Gauge,
    of: 'profile',
    words: 'share requests a minute quick refresh full run daily schedule plan',
  },
  { id: 'sending', title: 'Sending', icon: Send, of: 'profile', words: 'hold seconds undo campaign' },
  {
    id: 'storage',
    title: 'Storage',
    icon: HardDrive,
    of: 'profile',
    words: 'copy encrypted check clear folder imports rows activity log set aside disk',
  },
  {
    id: 'seal',
    title: 'Passphrase',
    icon: LockKeyhole,
    of: 'machine',
    words: 'lock after keys sealed change keychain',
  },
  {
    id: 'appearance',
    title: 'Appearance',
    icon: SunMoon,
    of: 'machine',
    words: 'theme light dark system rows density compact regular',
  },
  {
    id: 'about',
    title: 'About',
    icon: Info,
    of: 'machine',
    words: 'version data folder keychain usage data',
  },
]

/** Whether a part of Settings has what is looked for: every word of it. */
export function isFound({ title, words }: SectionEntry, sought: string): boolean {
  const all = `${title} ${words}`.toLowerCase()
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}

/** Sections that are of the profile in use alone: what they show is read from its copy or its service. */
export const ofTheProfileInUse: readonly string[] = ['service', 'storage']
