import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Bridge } from '../../../src-shared/bridge/contract'
import type { ImportDetail } from '../../../src-shared/bridge/imports'
import type { GivenFile } from '../../../src-main/core/host'
import { profileFor, settled, startCore, type CoreWishes, type TestCore } from '../../fixtures/core'
import { startKeptService } from '../../fixtures/kept-service'
import { startRecordingProxy, type RecordingProxy } from '../../fixtures/recording-proxy'
import type { RunningService, ServiceWishes } from '../../fixtures/service'
import { until } from '../../fixtures/until'

/** A core with a profile at a real service, and a folder of files to import and of what comes out. */
export interface ImportFixture {
  readonly core: TestCore
  readonly service: RunningService
  /** What all requests to it go through. */
  readonly proxy: RecordingProxy
  readonly folder: string
  /** Where the next export goes. */
  readonly target: string
  /** Writes a file and opens it as if it had been dropped. */
  open(name: string, content: string | Buffer): Promise<ImportDetail>
  /** Opens a file that is there, as if it had been uploaded. */
  openUpload(path: string, name: string): Promise<ImportDetail>
  /** Ends the core and starts it again over the same folder. */
  restart(): Promise<void>
  /** Ends the core. */
  quit(): Promise<void>
  close(): Promise<void>
}

/** Opens a fixture. Without a word: an empty audience in the reference dialect. */
export async function openFixture(
  wishes: ServiceWishes & { core?: CoreWishes } = {},
): Promise<ImportFixture> {
  const { core: coreWishes, ...serviceWishes } = wishes
  const service = await startKeptService(serviceWishes)
  const proxy = await startRecordingProxy(service.url)
  const folder = await mkdtemp(join(tmpdir(), 'postroom-imports-'))
  const target = join(folder, 'out.csv')
  const given = new Map<string, GivenFile>()
  const hostWishes: CoreWishes = {
    ...coreWishes,
    takeGivenFile: (token) => {
      const file = given.get(token) ?? null
      given.delete(token)
      return file
    },
    chooseExportTarget: async () => ({
      path: `${target}.part`,
      finish: async () => {
        await rename(`${target}.part`, target)
        return { path: target }
      },
      discard: () => rm(`${target}.part`, { force: true }),
    }),
  }
  const dataFolder = await mkdtemp(join(tmpdir(), 'postroom-core-'))
  let core = await startCore({ ...hostWishes, dataFolder })
  await core.bridge.profiles.create(profileFor(proxy.url, service.secretKey))
  await settled(core.bridge)
  const give = async (file: GivenFile) => {
    given.set(file.path, file)
    return core.bridge.imports.open({ kind: 'file', token: file.path })
  }
  return {
    get core() {
      return core
    },
    service,
    proxy,
    folder,
    target,
    open: async (name, content) => {
      const path = join(folder, name)
      await writeFile(path, content)
      return give({ path, name: basename(path), uploaded: false })
    },
    openUpload: (path, name) => give({ path, name, uploaded: true }),
    restart: async () => {
      await core.quit()
      core = await startCore({ ...hostWishes, dataFolder, keychain: core.keychain })
      await until(
        () => core.bridge.imports.page({ slice: { offset: 0, limit: 1 } }).catch(() => null),
        (page) => page !== null,
      )
    },
    quit: () => core.quit(),
    close: async () => {
      await core.quit()
      await proxy.close()
      await service.stop()
      await rm(folder, { recursive: true, force: true })
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

/** Waits until an import looks as it should. */
export function importUntil(
  bridge: Bridge,
  id: number,
  holds: (seen: ImportDetail) => boolean,
  limit?: number,
): Promise<ImportDetail> {
  return until(() => bridge.imports.get({ id }), holds, limit)
}

/** Waits until nothing is under way in an import: no work, no job that is not at its end, and what a run did is noted. */
export function atRest(bridge: Bridge, id: number): Promise<ImportDetail> {
  const ended = ['finished', 'failed', 'cancelled']
  return importUntil(
    bridge,
    id,
    ({ work, jobs, step }) =>
      work === null && step !== 'run' && jobs.every(({ state }) => ended.includes(state)),
  )
}

/** Reads, checks and waits: an import whose rows are classed. */
export async function checked(bridge: Bridge, id: number): Promise<ImportDetail> {
  await atRest(bridge, id)
  await bridge.imports.check({ id })
  return importUntil(
    bridge,
    id,
    ({ counts, problem, work }) => work === null && (counts !== null || problem !== null),
  )
}

/** Runs, and waits until what came of it is noted. */
export async function ran(bridge: Bridge, id: number): Promise<ImportDetail> {
  await bridge.imports.run({ id })
  return importUntil(
    bridge,
    id,
    ({ step, problem, work }) => work === null && (step === 'after' || problem !== null),
  )
}
