import { t } from '../../../src-shared/messages/message'
import { Bookmark, Copy, Globe, Layers, LayoutTemplate, Megaphone, ShieldCheck, Workflow } from '@lucide/vue'
import { useClipboard } from '@vueuse/core'
import { useRouter, type RouteLocationRaw } from 'vue-router'
import type { RecentKey } from '../../../src-shared/bridge/recent'
import {
  batchLink,
  campaignLink,
  contactsViewLink,
  domainLink,
  editSegmentLink,
  newCampaignLink,
  segmentLink,
  segmentMembersLink,
  sendLink,
  templateLink,
  workflowEditLink,
  workflowLink,
} from '../../links'
import type { PaletteLine } from './lines'

/** What the palette opens beside contacts. */
export type Kind = Exclude<RecentKey['kind'], 'contact'>

interface KindWords {
  word: string
  icon: PaletteLine['icon']
  link: (id: string) => RouteLocationRaw
}

/** Each kind of thing: what it is called, and where it is opened. */
export const kinds: Record<Kind, KindWords> = {
  segment: { word: t('words.segment'), icon: Layers, link: segmentLink },
  campaign: { word: t('words.campaign'), icon: Megaphone, link: campaignLink },
  template: { word: t('words.template'), icon: LayoutTemplate, link: templateLink },
  workflow: { word: t('words.workflow'), icon: Workflow, link: workflowLink },
  domain: { word: t('words.domain'), icon: Globe, link: domainLink },
  view: { word: t('words.savedView'), icon: Bookmark, link: contactsViewLink },
  batch: { word: t('words.batch'), icon: ShieldCheck, link: (id) => batchLink(Number(id)) },
}

/** What else is opened of a thing. */
const parts: Partial<Record<Kind, readonly (readonly [label: string, link: KindWords['link']])[]>> = {
  segment: [
    [t('shell.kinds.showTheMembers'), segmentMembersLink],
    [t('words.changeTheCondition'), editSegmentLink],
  ],
  campaign: [
    [t('shell.kinds.showTheContent'), (id) => campaignLink(id, 'content')],
    [t('words.review'), (id) => campaignLink(id, 'review')],
    [t('shell.kinds.showTheAudience'), (id) => campaignLink(id, 'audience')],
  ],
  template: [
    [t('shell.kinds.makeACampaignOf'), newCampaignLink],
    [t('shell.kinds.sendItToSomebody'), sendLink],
  ],
  workflow: [
    [t('shell.kinds.changeTheSteps'), workflowEditLink],
    [t('shell.kinds.showTheExecutions'), (id) => workflowLink(id, { status: 'any' })],
  ],
}

/** Things as lines, with what else can be done with each. */
export function useKindLine() {
  const router = useRouter()
  const { copy } = useClipboard({ legacy: true })

  return (kind: Kind, id: string, name: string, rest: Partial<PaletteLine> = {}): PaletteLine => {
    const { word, icon, link } = kinds[kind]
    const open = (to: RouteLocationRaw) => () => router.push(to).then(() => undefined)
    const lines = [[t('words.open'), link] as const, ...(parts[kind] ?? [])].map(([label, to]) => {
      return { id: `more:${label}`, group: name, label, icon, run: open(to(id)) }
    })
    const copyId = {
      id: 'more:copy',
      group: name,
      label: t('shell.contactLines.copyTheId'),
      icon: Copy,
      run: () => copy(id),
    }
    return {
      id: `${kind}:${id}`,
      group: word,
      label: name,
      icon,
      run: open(link(id)),
      more: kind === 'view' || kind === 'batch' ? lines : [...lines, copyId],
      ...rest,
    }
  }
}
