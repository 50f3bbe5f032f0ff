import { t } from '../../../src-shared/messages/message'
import { tell } from '../../../src-shared/messages/told'
import { spawn } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { RPCHandler } from '@orpc/server/ws'
import { version } from '../../../package.json'
import { systemClock } from '../../core/clock'
import { createConsole } from '../../console'
import { claimDataFolder, defaultDataFolder, lockFolder } from '../data-folder'
import { connectDemo } from '../demo'
import { findNode, startEmbeddedService, startWithNode } from '../embedded-service'
import type { Host } from '../../core/host'
import { forkWithNode } from '../../core/keychain/child'
import { takePassphrase } from '../../core/keychain/seal/given-passphrase'
import { openSealable, type SealableKeychain } from '../../core/keychain/seal/sealable'
import { hostParts } from '../host-parts'
import { createLogger } from '../../core/log'
import { openLogFile } from '../log-file'
import { Downloads } from './loopback/downloads'
import { startLoopback } from './loopback/server'
import { linkLifetime, Sessions } from './loopback/sessions'
import { Uploads } from './loopback/uploads'
import { parseOptions, serviceArgs, type Options } from '../options'
import { speakAsChosen } from '../start-language'
import { problem } from '../../core/problems'
import { listAssets } from '../desktop/window/assets'

const out = path.join(__dirname, '..')
const say = (sentence: string) => void process.stderr.write(`${sentence}\n`)

/** The browser host: the core behind a loopback server. Prints a line `{"url"}` for every link it gives out. */
async function serve(options: Options): Promise<void> {
  const folder = claimDataFolder(
    options.data ?? defaultDataFolder(process.platform, process.env, os.homedir()),
    { isOwnPlace: options.data === null },
  )
  const lock = await lockFolder(folder)
  if (!lock)
    throw new Error(`Another Postroom uses ${folder}. Close it, or choose another folder with --data.`)
  const log = createLogger(await openLogFile(folder, 'postroom.log'))
  const language = await speakAsChosen(folder, Intl.DateTimeFormat().resolvedOptions().locale)
  const keychain = await openSealable({
    passphrase: takePassphrase(process.env),
    folder,
    clock: systemClock,
    file: path.join(__dirname, 'keychain.js'),
    start: forkWithNode(),
    log,
  })
  const downloads = await Downloads.open(path.join(folder, 'exports'))
  const uploads = await Uploads.open(path.join(folder, 'uploads'), systemClock)
  const console = await createConsole(
    hostOf(folder, log, options, { keychain, language, downloads, uploads }),
  )
  const handler = new RPCHandler(console.router)
  const sessions = new Sessions(systemClock)
  const server = await startLoopback({
    port: options.port,
    assets: await listAssets(path.join(out, 'renderer')),
    language,
    sessions,
    downloads,
    uploads,
    log,
    onBridge: (socket) => void handler.upgrade(socket, { context: {} }),
  })
  if (options.demo) await connectDemo(console.router, log)

  const stop = once(async () => {
    await server.close()
    await console.close()
    keychain.close()
    await downloads.close()
    await uploads.close()
    await lock.release()
    process.exit(0)
  })
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)

  const link = () => `${server.origin}/#token=${sessions.issueLink()}`
  const print = () => void process.stdout.write(`${JSON.stringify({ url: link() })}\n`)
  print()
  if (process.stdin.isTTY) {
    say(t('hosts.serve.theLinkWorksOnce', { count: linkLifetime / 1000 }))
  }
  createInterface({ input: process.stdin }).on('line', print)
  if (options.open) await openInBrowser(folder, link())
}

/** What this host has opened for the core. */
interface OwnParts {
  keychain: SealableKeychain
  language: Host['language']
  downloads: Downloads
  uploads: Uploads
}

function hostOf(
  folder: string,
  log: Host['log'],
  options: Options,
  { keychain, language, downloads, uploads }: OwnParts,
): Host {
  return {
    kind: 'browser',
    version,
    dataFolder: folder,
    log,
    ...hostParts({ programs: __dirname, keychain, language, resolver: options.dns }),
    canOpenFolder: false,
    openFolder: async () => {
      throw problem('input_invalid', {
        title: tell('hosts.serve.thisHostShowsNo'),
        why: tell('hosts.serve.aPageInA'),
        action: tell('hosts.serve.copyThePathAnd'),
      })
    },
    chooseExportTarget: async (name) => downloads.target(name),
    // The page has a file dialog of its own, and uploads.
    chooseImportFile: async () => null,
    chooseAttachment: async () => null,
    takeGivenFile: (token) => uploads.take(token),
    startEmbeddedService: (dataFolder) =>
      startEmbeddedService({
        file: path.join(out, 'service', 'service.js'),
        start: startWithNode(
          findNode(__filename) ?? process.execPath,
          path.join(__dirname, 'parent-watch.js'),
        ),
        dataFolder,
        args: serviceArgs(options),
      }),
    progress: () => undefined,
    // The page is not ours to raise: what matters is shown in it.
    notify: (title, body) => say(`${title}: ${body}`),
  }
}

/**
 * Opens the person's browser at a link. It goes through a page of ours that only this user can read: a command
 * line is there for every user of the machine to see.
 */
async function openInBrowser(folder: string, url: string): Promise<void> {
  const page = path.join(folder, 'open.html')
  await rm(page, { force: true })
  await writeFile(
    page,
    `<!doctype html><meta charset="utf-8"><script>location.replace(${JSON.stringify(url)})</script>`,
    {
      mode: 0o600,
      flag: 'wx',
    },
  )
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', page]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', page]
        : ['xdg-open', page]
  const opener = spawn(command!, args, { stdio: 'ignore', detached: true })
  opener.on('error', () => say(t('hosts.serve.noBrowserCouldBe')))
  opener.unref()
  setTimeout(() => void rm(page, { force: true }), linkLifetime).unref()
}

function once(action: () => Promise<void>): () => void {
  let started = false
  return () => {
    if (started) return
    started = true
    action().catch((error: unknown) => {
      say(t('hosts.serve.postroomDidNotStop', { string: String(error) }))
      process.exit(1)
    })
  }
}

void Promise.resolve()
  .then(() => serve(parseOptions(process.argv.slice(2), process.env)))
  .catch((error: unknown) => {
    say(error instanceof Error ? error.message : String(error))
    process.exit(1)
  })
