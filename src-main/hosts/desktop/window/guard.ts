import { t } from '../../../../src-shared/messages/message'
import { app, dialog, shell, type BrowserWindow, type Session, type WebContents } from 'electron'
import type { Logger } from '../../../core/log'
import { externalAddress, externalDoubt, externalHost, mayHave, mayRequest } from './policy'

/** Closes every way out of the page's session: permissions, devices, requests to anywhere but the page itself. */
export function guardSession(session: Session, ownOrigin: string, log: Logger): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    const allowed = mayHave(permission, originOf(details.requestingUrl), ownOrigin)
    if (!allowed) log.warn('permission_refused', { detail: permission })
    answer(allowed)
  })
  session.setPermissionCheckHandler((_contents, permission, origin) => mayHave(permission, origin, ownOrigin))
  session.setDevicePermissionHandler(() => false)
  session.setBluetoothPairingHandler?.((_details, answer) => answer({ confirmed: false }))
  session.webRequest.onBeforeRequest((details, answer) => {
    const allowed = mayRequest(details.url, ownOrigin)
    if (!allowed) log.warn('request_refused', { detail: new URL(details.url).protocol })
    answer({ cancel: !allowed })
  })
  // Its dictionaries would be fetched from a third party.
  session.setSpellCheckerEnabled(false)
  session.on('will-download', (event) => event.preventDefault())
}

/**
 * Holds every page that this process ever creates to what it was loaded for: it cannot navigate, open windows or
 * embed others. A link to elsewhere is shown whole, and opened by the system's browser if the person agrees.
 */
export function guardContents(window: () => BrowserWindow | null, log: Logger): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    const stay = (event: { preventDefault(): void }) => {
      event.preventDefault()
      log.warn('navigation_refused')
    }
    contents.on('will-navigate', stay)
    // Frames too: `will-navigate` does not see them.
    contents.on('will-frame-navigate', stay)
    contents.on('will-redirect', stay)
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(({ url }) => {
      offerExternal(url, window(), log)
      return { action: 'deny' }
    })
  })
}

function offerExternal(url: string, window: BrowserWindow | null, log: Logger): void {
  const address = externalAddress(url)
  if (!address || !window) {
    log.warn('link_refused')
    return
  }
  const doubt = externalDoubt(address)
  dialog
    .showMessageBox(window, {
      type: doubt === null ? 'question' : 'warning',
      message: t('hosts.guard.openExternalhost', { externalHost: externalHost(address) }),
      detail: doubt === null ? address : `${doubt}\n\n${address}`,
      buttons: [t('words.open'), t('words.cancel')],
      defaultId: 1,
      cancelId: 1,
    })
    .then(({ response }) => (response === 0 ? shell.openExternal(address) : undefined))
    .catch((error: unknown) => log.warn('link_failed', { detail: String(error) }))
}

function originOf(address: string | undefined): string {
  if (!address) return ''
  const { protocol, host } = new URL(address)
  return `${protocol}//${host}`
}
