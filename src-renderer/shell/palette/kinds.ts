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
  /** What else is opened of it. */
  more: readonly (readonly [label: string, link: (id: string) => RouteLocationRaw])[]
}

/** Each kind of thing: what it is called, and where it is opened. */
export const kinds: Record<Kind, KindWords> = {
  segment: {
    word: 'Segment',
    icon: Layers,
    link: segmentLink,
    more: [
      ['Show the members', segmentMembersLink],
      ['Change the condition', editSegmentLink],
    ],
  },
  campaign: {
    word: 'Campaign',
    icon: Megaphone,
    link: campaignLink,
    more: [
      ['Show the content', (id) => campaignLink(id, 'content')],
      ['Review', (id) => campaignLink(id, 'review')],
      ['Show the audience', (id) => campaignLink(id, 'audience')],
    ],
  },
  template: {
    word: 'Template',
    icon: LayoutTemplate,
    link: templateLink,
    more: [
      ['Make a campaign of it', newCampaignLink],
      ['Send it to somebody', sendLink],
    ],
  },
  workflow: {
    word: 'Workflow',
    icon: Workflow,
    link: workflowLink,
    more: [
      ['Change the steps', workflowEditLink],
      ['Show the executions', (id) => workflowLink(id, { tab: 'executions', step: '', status: '' })],
    ],
  },
  domain: { word: 'Domain', icon: Globe, link: domainLink, more: [] },
  view: { word: 'Saved view', icon: Bookmark, link: contactsViewLink, more: [] },
  batch: { word: 'Batch', icon: ShieldCheck, link: (id) => batchLink(Number(id)), more: [] },
}

/** Things as lines, with what else can be done with each. */
export function useKindLine() {
  const router = useRouter()
  const { copy } = useClipboard({ legacy: true })

  return (kind: Kind, id: string, name: string, rest: Partial<PaletteLine> = {}): PaletteLine => {
    const { word, icon, link, more } = kinds[kind]
    const open = (to: RouteLocationRaw) => () => router.push(to).then(() => undefined)
    const lines = [['Open', link] as const, ...more].map(([label, to]) => {
      return { id: `more:${label}`, group: name, label, icon, run: open(to(id)) }
    })
    const copyId = { id: 'more:copy', group: name, label: 'Copy the id', icon: Copy, run: () => copy(id) }
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
