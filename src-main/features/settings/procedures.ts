import { t } from '../../../src-shared/messages/message'
import { basename } from 'node:path'
import { listSetAside } from '../../core/database/set-aside'
import { type Base, type Core, done } from '../../bridge/base'
import { saveKeyPage } from './key-page'

/** Settings of this installation, and what the program is. */
export function settingsRoutes({ settings: os }: Base, { host, profiles }: Core) {
  return {
    get: os.get.handler(() => profiles.file.value.settings),
    update: os.update.handler(async ({ input }) => {
      const { settings } = await profiles.file.update((value) => ({
        ...value,
        settings: { ...value.settings, ...input },
      }))
      if (input.language !== undefined) await host.language.choose(settings.language)
      return settings
    }),
    about: os.about.handler(() => ({
      version: host.version,
      host: host.kind,
      platform: `${process.platform} ${process.arch}`,
      dataFolder: host.dataFolder,
      keychain: host.keychain.state,
      canOpenFolder: host.canOpenFolder,
    })),
    saveShortcuts: os.saveShortcuts.handler(async ({ input }) => ({ file: await saveKeyPage(input, host) })),
  }
}

/** The current profile's copy on disk. */
export function storageRoutes({ storage: os }: Base, core: Core) {
  const { host, profiles } = core
  return {
    get: os.get.handler(async () => {
      const { cache, folder, imports } = await core.session()
      const [{ bytes, encrypted }, { contacts, events }, importRows] = await Promise.all([
        cache.maintenance.size(),
        cache.maintenance.revision(),
        imports.storage(),
      ])
      const { state } = host.keychain
      const plainReason = encrypted
        ? null
        : state.kind === 'session'
          ? t('settings.procedures.theCopyIsNot', { reason: state.reason })
          : t('settings.procedures.theCopyIsNot2')
      return {
        path: folder,
        bytes,
        encrypted,
        plainReason,
        contacts,
        events,
        setAside: listSetAside(folder).map((copy) => ({ name: basename(copy.path), bytes: copy.bytes })),
        importRows,
      }
    }),
    check: os.check.handler(async () => {
      const { cache } = await core.session()
      const began = host.clock.monotonic()
      return { ...(await cache.maintenance.check()), tookMs: host.clock.monotonic() - began }
    }),
    clear: os.clear.handler(async () => {
      const { sync, records } = await core.session()
      await records.reset(() => sync.reset())
      return { done: true as const }
    }),
    removeImportRows: os.removeImportRows.handler(async () => ({
      imports: await (await core.session()).imports.removeRows(),
    })),
    openFolder: os.openFolder.handler(async () => done(host.openFolder(profiles.currentFolder))),
    setAside: os.setAside.handler(async () => done(profiles.setCopyAside())),
  }
}
