import { t } from '../../../src-shared/messages/message'
import {
  Database,
  FileUp,
  Inbox,
  Keyboard,
  ListChecks,
  Pause,
  Play,
  Plus,
  RefreshCw,
  Repeat,
  Scale,
  ShieldCheck,
  SunMoon,
  UserPlus,
} from '@lucide/vue'
import { computed, type ComputedRef } from 'vue'
import { useRouter, type RouteLocationRaw } from 'vue-router'
import { useBridge } from '../../bridge'
import { nounInSentence } from '../../format'
import { capsOf } from '../../kit/shortcuts'
import { useSyncActions } from '../../composables/sync-actions'
import { resourceWords } from '../../run-words'
import {
  addContactLink,
  connectRecordsLink,
  importStartLink,
  newBatchLink,
  verdictRulesLink,
} from '../../links'
import { screens } from '../../screens'
import { useDialogsStore } from '../../stores/dialogs'
import { useLiveStore } from '../../stores/live'
import { useNoticesStore } from '../../stores/notices'
import { usePageActionsStore } from '../../stores/page-actions'
import { useSettingsStore } from '../../stores/settings'
import type { PaletteLine } from './lines'
import { shortcuts, type ShellShortcut } from '../../shortcuts'

const isScreenShortcut = (name: string): name is ShellShortcut =>
  shortcuts.some(({ id, group }) => id === name && group === 'Go to')

/** The screens as lines. */
export function useScreenLines(): PaletteLine[] {
  const router = useRouter()
  return screens.map(({ name, title, icon }) => ({
    id: `screen:${name}`,
    group: t('shell.appRail.screens'),
    label: title,
    icon,
    caps: isScreenShortcut(name) ? capsOf(name) : [],
    run: () => router.push({ name }).then(() => undefined),
  }))
}

function line(
  id: string,
  label: string,
  icon: PaletteLine['icon'],
  run: PaletteLine['run'],
  rest?: Partial<PaletteLine>,
): PaletteLine {
  return { id: `action:${id}`, group: t('words.actions'), label, icon, run, ...rest }
}

function useThemeLines(): () => PaletteLine[] {
  const settings = useSettingsStore()
  const notices = useNoticesStore()
  return () =>
    (['light', 'dark', 'system'] as const)
      .filter((theme) => theme !== settings.settings.appearance.theme)
      .map((theme) =>
        line(`theme-${theme}`, t(`shell.themeLine.${theme}`), SunMoon, () =>
          notices.attempt(() => settings.update({ appearance: { ...settings.settings.appearance, theme } })),
        ),
      )
}

function useRunLines(): () => PaletteLine[] {
  const live = useLiveStore()
  const sync = useSyncActions()
  return () =>
    live.runs.flatMap(({ resource, state }) => {
      const what = nounInSentence(resourceWords[resource])
      if (state === 'paused')
        return [
          line(`resume-${resource}`, t('shell.useActions.goOnCopyingWhat', { what }), Play, () =>
            sync.resume(resource),
          ),
        ]
      if (state === 'running' || state === 'queued')
        return [
          line(`pause-${resource}`, t('shell.useActions.pauseCopyingWhat', { what }), Pause, () =>
            sync.pause(resource),
          ),
        ]
      return []
    })
}

function useProfileLines(): () => PaletteLine[] {
  const bridge = useBridge()
  const live = useLiveStore()
  const notices = useNoticesStore()
  return () =>
    (live.profiles?.profiles ?? [])
      .filter(({ id }) => id !== live.currentId)
      .map(({ id, name, production }) => {
        const select = () => notices.attempt(() => bridge.profiles.select({ id }))
        return line(`profile-${id}`, t('shell.useActions.switchToName', { name }), Repeat, select, {
          hint: production ? t('words.production') : '',
        })
      })
}

/** Everything that can be done from anywhere, as lines, as things stand now. */
export function useActionLines(): ComputedRef<PaletteLine[]> {
  const live = useLiveStore()
  const dialogs = useDialogsStore()
  const page = usePageActionsStore()
  const router = useRouter()
  const sync = useSyncActions()
  const themeLines = useThemeLines()
  const runLines = useRunLines()
  const profileLines = useProfileLines()
  const go = (to: RouteLocationRaw) => () => router.push(to).then(() => undefined)

  return computed(() => [
    ...page.offered.map(({ id, label, run }) => line(`page-${id}`, label, ListChecks, run)),
    line('sync', t('words.syncNow'), RefreshCw, () => sync.syncNow(), {
      caps: capsOf('sync'),
      hint: t('words.quickRefresh'),
    }),
    line('full', t('shell.useActions.fullRun'), RefreshCw, () => sync.syncNow('full'), {
      hint: t('shell.useActions.readsEverythingFindsDeletions'),
    }),
    ...runLines(),
    ...(live.current?.readOnly
      ? []
      : [line('add', t('words.addAContact'), UserPlus, go(addContactLink()), { caps: capsOf('add') })]),
    line('import', t('words.importAFile'), FileUp, go(importStartLink()), {
      hint: t('shell.useActions.csvExcelOrPasted'),
      caps: capsOf('importFile'),
    }),
    line('verify', t('words.verifyAddresses'), ShieldCheck, go(newBatchLink()), {
      hint: t('words.newBatch'),
    }),
    line('verdict-rules', t('shell.useActions.rulesOfVerification'), Scale, go(verdictRulesLink())),
    ...(live.current
      ? [line('records-connect', t('words.connectARecordService'), Database, go(connectRecordsLink()))]
      : []),
    ...(live.outbox.length > 0
      ? [
          line(
            'outbox',
            t('shell.useActions.showWaitingChanges'),
            Inbox,
            () => void (dialogs.outbox = true),
            {
              hint: t('counts.changes', { count: live.outbox.length }),
            },
          ),
        ]
      : []),
    ...profileLines(),
    line('profile-add', t('words.addAProfile'), Plus, go({ name: 'welcome' })),
    ...themeLines(),
    line(
      'shortcuts',
      t('shell.useActions.showTheShortcuts'),
      Keyboard,
      () => void (dialogs.shortcuts = true),
      {
        caps: capsOf('help'),
      },
    ),
  ])
}
