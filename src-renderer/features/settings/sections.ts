import { t } from '../../../src-shared/messages/message'
import {
  Bell,
  FolderSync,
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
    title: t('words.nameAndMode'),
    icon: Tag,
    of: 'profile',
    words: t('settings.sections.colourAddressTestAnswers'),
  },
  {
    id: 'keys',
    title: t('words.keysAndTokens'),
    icon: KeyRound,
    of: 'profile',
    words: t('settings.sections.secretPublicKeyToken'),
  },
  {
    id: 'service',
    title: t('settings.abilityTable.whatTheServiceCan'),
    icon: ListChecks,
    of: 'profile',
    words: t('settings.sections.capabilitiesAbilitiesAskAgain'),
  },
  {
    id: 'budget',
    title: t('words.budgetAndSync'),
    icon: Gauge,
    of: 'profile',
    words: t('settings.sections.shareRequestsAMinute'),
  },
  {
    id: 'sending',
    title: t('settings.sections.sending'),
    icon: Send,
    of: 'profile',
    words: t('settings.sections.holdSecondsUndoCampaign'),
  },
  {
    id: 'team',
    title: t('team.folder.sharedFolder'),
    icon: FolderSync,
    of: 'profile',
    words: t('settings.sections.teamPeopleSignOff'),
  },
  {
    id: 'storage',
    title: t('settings.sections.storage'),
    icon: HardDrive,
    of: 'profile',
    words: t('settings.sections.copyEncryptedCheckClear'),
  },
  {
    id: 'seal',
    title: t('words.passphrase'),
    icon: LockKeyhole,
    of: 'machine',
    words: t('settings.sections.lockAfterKeysSealed'),
  },
  {
    id: 'appearance',
    title: t('settings.appearanceSection.appearance'),
    icon: SunMoon,
    of: 'machine',
    words: t('settings.sections.themeLightDarkSystem'),
  },
  {
    id: 'notices',
    title: t('settings.noticesSection.notices'),
    icon: Bell,
    of: 'machine',
    words: t('settings.sections.toldJobsSync'),
  },
  {
    id: 'about',
    title: t('settings.aboutSection.about'),
    icon: Info,
    of: 'machine',
    words: t('settings.sections.versionDataFolderKeychain'),
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
export const ofTheProfileInUse: readonly string[] = ['service', 'team', 'storage']
