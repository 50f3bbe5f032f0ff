import { t } from '../../../src-shared/messages/message'
import { FileUp, LayoutTemplate, Layers, Megaphone, Send, ShieldCheck, Workflow } from '@lucide/vue'
import { computed, type ComputedRef } from 'vue'
import { useRouter, type RouteLocationRaw } from 'vue-router'
import type { Unfinished } from '../../../src-shared/bridge/recent'
import { useBridge } from '../../bridge'
import { useAnswer } from '../../kit/state/answer'
import {
  batchLink,
  campaignLink,
  campaignsLink,
  editSegmentLink,
  importLink,
  sendLink,
  templateLink,
  templatesLink,
  workflowEditLink,
} from '../../links'
import { hasWords } from '../../lists/matched/marks'
import { useDialogsStore } from '../../stores/dialogs'
import { relativeTime, useNow } from '../../stores/relative-time'
import type { PaletteLine } from './lines'

const shown = 3

type Draft = Extract<Unfinished, { kind: 'draft' }>

/** What is written, where it is written, and what it is called as long as it has no name. */
const drafts: Record<
  Draft['of'],
  { icon: PaletteLine['icon']; unnamed: string; link: (id: string) => RouteLocationRaw }
> = {
  campaign: {
    icon: Megaphone,
    unnamed: t('words.newCampaign'),
    link: (id) => (id === 'new' ? campaignsLink() : campaignLink(id, 'content')),
  },
  template: {
    icon: LayoutTemplate,
    unnamed: t('words.newTemplate'),
    link: (id) => (id === 'new' ? templatesLink() : templateLink(id)),
  },
  segment: {
    icon: Layers,
    unnamed: t('words.newSegment'),
    link: (id) => editSegmentLink(id === 'new' ? undefined : id),
  },
  workflow: { icon: Workflow, unnamed: t('words.workflow'), link: workflowEditLink },
  send: { icon: Send, unnamed: t('shell.unfinishedLines.aMailOfYour'), link: () => sendLink() },
}

/** How far it has come, where it goes on, and what it is called where it is found among actions. */
interface GoingOn {
  label: string
  action: string
  hint: string
  icon: PaletteLine['icon']
  link: RouteLocationRaw
}

function goingOn(thing: Unfinished): GoingOn {
  switch (thing.kind) {
    case 'import': {
      const { id, name, step, faults, rows } = thing
      const facts = [
        t(`shell.importStep.${step}`),
        faults
          ? t('shell.unfinishedLines.rowsToMend', { faults })
          : rows === null
            ? ''
            : t('counts.rows', { count: rows }),
      ]
      const hint = facts.filter((fact) => fact !== '').join(', ')
      return {
        label: t('shell.unfinishedLines.importOfName', { name }),
        action: t('shell.unfinishedLines.goOnWithThe', { name }),
        hint,
        icon: FileUp,
        link: importLink(id),
      }
    }
    case 'draft': {
      const { icon, unnamed, link } = drafts[thing.of]
      const name = thing.name ?? unnamed
      return {
        label: name,
        action: t('shell.unfinishedLines.goOnWithName', { name }),
        hint: t('shell.unfinishedLines.notSaved'),
        icon,
        link: link(thing.id),
      }
    }
    case 'review': {
      const { id, name, errors } = thing
      const hint =
        errors === 0
          ? t('shell.unfinishedLines.waitsForYourSignature')
          : t('shell.unfinishedLines.errorsToMend', { errors })
      return {
        label: name,
        action: t('shell.unfinishedLines.goOnWithThe2', { name }),
        hint,
        icon: Megaphone,
        link: campaignLink(id, 'review'),
      }
    }
    case 'batch': {
      const { id, name, waiting } = thing
      return {
        label: name,
        action: t('shell.unfinishedLines.goOnWithName', { name }),
        hint: t('shell.unfinishedLines.addressesToVerify', { waiting }),
        icon: ShieldCheck,
        link: batchLink(id),
      }
    }
  }
}

/** The kind of thing it is opened as: what is begun is not listed once more as recent. */
function kindOf(thing: Unfinished): string {
  if (thing.kind === 'draft') return thing.of
  return thing.kind === 'review' ? 'campaign' : thing.kind
}

/** What was begun and not ended as lines; `found`: among actions, those whose name has the words, folded. */
export function useUnfinishedLines(): {
  first: ComputedRef<PaletteLine[]>
  found: (words: readonly string[]) => PaletteLine[]
} {
  const bridge = useBridge()
  const dialogs = useDialogsStore()
  const router = useRouter()
  const now = useNow()
  const { answer } = useAnswer<readonly Unfinished[]>({
    ask: async () => (dialogs.palette ? (await bridge.recent.unfinished()).things : []),
    changes: () => dialogs.palette,
    forgets: true,
  })
  const lines = computed(() =>
    (answer.value ?? []).map((thing) => {
      const { link, action, ...told } = goingOn(thing)
      const line: PaletteLine = {
        ...told,
        id: `unfinished:${kindOf(thing)}:${thing.id}`,
        group: t('shell.unfinishedLines.goOnWith'),
        when: relativeTime(thing.at, now.value, true),
        run: () => router.push(link).then(() => undefined),
      }
      return { line, action }
    }),
  )
  return {
    first: computed(() => lines.value.slice(0, shown).map(({ line }) => line)),
    found: (words) =>
      lines.value
        .filter(({ action }) => hasWords(action, words))
        .map(({ line, action }) => ({ ...line, when: '', label: action, group: t('words.actions') })),
  }
}
