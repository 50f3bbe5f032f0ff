import { t } from '../../../src-shared/messages/message'
/** What {@link chooseHost} looks at. */
export interface Machine {
  readonly platform: NodeJS.Platform
  readonly env: NodeJS.ProcessEnv
  /** Whether this runs as root. */
  readonly root: boolean
}

/** Why the desktop app cannot be shown on this machine, in a sentence; null where it can. */
export function whyNoDesktop({ platform, env, root }: Machine): string | null {
  if (platform === 'darwin' || platform === 'win32') return null
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) {
    return t('hosts.choose.thisMachineHasNo')
  }
  if (root) {
    return t('hosts.choose.electronDoesNotRun')
  }
  return null
}

/** Whether a browser can be opened for the person: there is a display for it. */
export function canShowBrowser({ platform, env }: Machine): boolean {
  return platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}
