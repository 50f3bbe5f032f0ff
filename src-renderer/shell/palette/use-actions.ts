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
import type { Appearance } from '../../../src-shared/bridge/settings'
import { useBridge } from '../../bridge'
import { capsOf } from '../../kit/shortcuts'
import { useSyncActions } from '../../composables/sync-actions'
import { resourceWords } from '../../run-words'
import { formatCount } from '../../format'
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
    group: 'Screens',
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
  return { id: `action:${id}`, group: 'Actions', label, icon, run, ...rest }
}

/** The other themes. */
function useThemeLines(): () => PaletteLine[] {
  const settings = useSettingsStore()
  const notices = useNoticesStore()
  const names: Record<Appearance['theme'], string> = { light: 'Light', dark: 'Dark', system: 'The system’s' }
  return () =>
    (['light', 'dark', 'system'] as const)
      .filter((theme) => theme !== settings.settings.appearance.theme)
      .map((theme) =>
        line(`theme-${theme}`, `${names[theme]} theme`, SunMoon, () =>
          notices.attempt(() => settings.update({ appearance: { ...settings.settings.appearance, theme } })),
        ),
      )
}

/** Pausing what is copied, and going on with it. */
function useRunLines(): () => PaletteLine[] {
  const live = useLiveStore()
  const sync = useSyncActions()
  return () =>
    live.runs.flatMap(({ resource, state }) => {
      const what = resourceWords[resource].toLowerCase()
      if (state === 'paused')
        return [line(`resume-${resource}`, `Go on copying ${what}`, Play, () => sync.resume(resource))]
      if (state === 'running' || state === 'queued')
        return [line(`pause-${resource}`, `Pause copying ${what}`, Pause, () => sync.pause(resource))]
      return []
    })
}

/** The other profiles. */
function useProfileLines(): () => PaletteLine[] {
  const bridge = useBridge()
  const live = useLiveStore()
  const notices = useNoticesStore()
  return () =>
    (live.profiles?.profiles ?? [])
      .filter(({ id }) => id !== live.current?.id)
      .map(({ id, name, production }) => {
        const select = () => notices.attempt(() => bridge.profiles.select({ id }))
        return line(`profile-${id}`, `Switch to ${name}`, Repeat, select, {
          hint: production ? 'Production' : '',
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
    line('sync', 'Sync now', RefreshCw, () => sync.syncNow(), {
      caps: capsOf('sync'),
      hint: 'Quick refresh',
    }),
    line('full', 'Full run', RefreshCw, () => sync.syncNow('full'), {
      hint: 'Reads everything, finds deletions',
    }),
    ...runLines(),
    ...(live.current?.readOnly
      ? []
      : [line('add', 'Add a contact', UserPlus, go(addContactLink()), { caps: capsOf('add') })]),
    line('import', 'Import a file', FileUp, go(importStartLink()), {
      hint: 'CSV, Excel, or pasted rows',
      caps: capsOf('importFile'),
    }),
    line('verify', 'Verify addresses', ShieldCheck, go(newBatchLink()), { hint: 'A new batch' }),
    line('verdict-rules', 'Rules of verification', Scale, go(verdictRulesLink())),
    ...(live.current
      ? [line('records-connect', 'Connect a record service', Database, go(connectRecordsLink()))]
      : []),
    ...(live.outbox.length > 0
      ? [
          line('outbox', 'Show waiting changes', Inbox, () => void (dialogs.outbox = true), {
            hint: formatCount(live.outbox.length, 'change'),
          }),
        ]
      : []),
    ...profileLines(),
    line('profile-add', 'Add a profile', Plus, go({ name: 'welcome' })),
    ...themeLines(),
    line('shortcuts', 'Show the shortcuts', Keyboard, () => void (dialogs.shortcuts = true), {
      caps: capsOf('help'),
    }),
  ])
}
