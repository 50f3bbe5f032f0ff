import { expect } from '@playwright/test'
import { fillWelcome } from '../../../tests/fixtures/on-screen'
import { startRecordingProxy, type RecordingProxy } from '../../../tests/fixtures/recording-proxy'
import { startService, type RunningService, type ServiceWishes } from '../../../tests/fixtures/service'
import type { Console, Stage } from '../stage'

/** A console on a service of its own, behind a proxy that can answer in its place. */
export interface OwnConsole extends Console {
  service: RunningService
  proxy: RecordingProxy
}

/** Starts a service and connects a console to it; the first copy may still go on. `ready`: what is done before it connects. */
export async function onOwnService(
  stage: Stage,
  wishes: ServiceWishes,
  ready?: (service: RunningService, proxy: RecordingProxy) => unknown,
): Promise<OwnConsole> {
  const service = await startService({ dns: stage.dns, ...wishes })
  const proxy = await startRecordingProxy(service.url)
  await ready?.(service, proxy)
  const shown = await stage.open()
  await fillWelcome(shown.page, service, { address: proxy.url })
  await shown.page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(shown.page.getByRole('link', { name: 'Contacts' })).toBeVisible({ timeout: 60_000 })
  const end = async () => {
    await shown.end()
    await proxy.close()
    await service.stop()
  }
  return { ...shown, service, proxy, end }
}

/** Waits until all contacts of a service are copied. */
export async function copied({ page }: Console, contacts: number): Promise<void> {
  await expect(
    page.getByRole('link', { name: new RegExp(`^Contacts\\s*${contacts.toLocaleString('en')}`) }),
  ).toBeVisible({
    timeout: 600_000,
  })
  await expect(page.locator('.top-bar').getByText(/^As of/)).toBeVisible({ timeout: 600_000 })
}
