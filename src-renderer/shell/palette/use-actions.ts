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
import { useRouter } from 'vue-router'
import type { Appearance } from '../../../src-shared/bridge/settings'
import { problemOf, useBridge } from '../../bridge'
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

const screenCaps = {
  overview: 'overview',
  contacts: 'contacts',
  events: 'events',
  import: 'import',
  verification: 'verification',
  segments: 'segments',
  campaigns: 'campaigns',
  templates: 'templates',
  workflows: 'workflows',
  send: 'send',
  domains: 'domains',
  records: 'records',
  activity: 'activity',
  settings: 'settings',
} as const

function isScreenShortcut(name: string): name is keyof typeof screenCaps {
  return name in screenCaps
}

/** The screens as lines. */
export function useScreenLines(): PaletteLine[] {
  const router = useRouter()
  return screens.map(({ name, title, icon }) => ({
    id: `screen:${name}`,
    group: 'Screens',
    label: title,
    icon,
    caps: isScreenShortcut(name) ? capsOf(screenCaps[name]) : [],
    run: () => router.push({ name }).then(() => undefined),
  }))
}

/** Everything that can be done from anywhere, as lines, as things stand now. */
export function useActionLines(): ComputedRef<PaletteLine[]> {
  const bridge = useBridge()
  const live = useLiveStore()
  const settings = useSettingsStore()
  const dialogs = useDialogsStore()
  const notices = useNoticesStore()
  const page = usePageActionsStore()
  const router = useRouter()
  const sync = useSyncActions()

  async function attempt(call: () => Promise<unknown>): Promise<void> {
    try {
      await call()
    } catch (error) {
      notices.fail(problemOf(error))
    }
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

  function themeLines(): PaletteLine[] {
    const chosen = settings.settings.appearance.theme
    const names: Record<Appearance['theme'], string> = {
      light: 'Light',
      dark: 'Dark',
      system: 'The system’s',
    }
    return (['light', 'dark', 'system'] as const)
      .filter((theme) => theme !== chosen)
      .map((theme) =>
        line(`theme-${theme}`, `${names[theme]} theme`, SunMoon, () =>
          attempt(() => settings.update({ appearance: { ...settings.settings.appearance, theme } })),
        ),
      )
  }

  function runLines(): PaletteLine[] {
    return live.runs.flatMap(({ resource, state }) => {
      const what = resourceWords[resource].toLowerCase()
      if (state === 'paused')
        return [line(`resume-${resource}`, `Go on copying ${what}`, Play, () => sync.resume(resource))]
      if (state === 'running' || state === 'queued')
        return [line(`pause-${resource}`, `Pause copying ${what}`, Pause, () => sync.pause(resource))]
      return []
    })
  }

  function profileLines(): PaletteLine[] {
    return (live.profiles?.profiles ?? [])
      .filter(({ id }) => id !== live.current?.id)
      .map(({ id, name, production }) =>
        line(
          `profile-${id}`,
          `Switch to ${name}`,
          Repeat,
          () => attempt(() => bridge.profiles.select({ id })),
          {
            hint: production ? 'Production' : '',
          },
        ),
      )
  }

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
      : [
          line('add', 'Add a contact', UserPlus, () => router.push(addContactLink()).then(() => undefined), {
            caps: capsOf('add'),
          }),
        ]),
    line('import', 'Import a file', FileUp, () => router.push(importStartLink()).then(() => undefined), {
      hint: 'CSV, Excel, or pasted rows',
    }),
    line('verify', 'Verify addresses', ShieldCheck, () => router.push(newBatchLink()).then(() => undefined), {
      hint: 'A new batch',
    }),
    line('verdict-rules', 'Rules of verification', Scale, () =>
      router.push(verdictRulesLink()).then(() => undefined),
    ),
    ...(live.current
      ? [
          line('records-connect', 'Connect a record service', Database, () =>
            router.push(connectRecordsLink()).then(() => undefined),
          ),
        ]
      : []),
    ...(live.outbox.length > 0
      ? [
          line('outbox', 'Show waiting changes', Inbox, () => void (dialogs.outbox = true), {
            hint: formatCount(live.outbox.length, 'change'),
          }),
        ]
      : []),
    ...profileLines(),
    line('profile-add', 'Add a profile', Plus, () => router.push({ name: 'welcome' }).then(() => undefined)),
    ...themeLines(),
    line('shortcuts', 'Show the shortcuts', Keyboard, () => void (dialogs.shortcuts = true), {
      caps: capsOf('help'),
    }),
  ])
}
