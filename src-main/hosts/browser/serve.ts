import { t } from '../../../src-shared/messages/message'
import { spawn } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { systemClock } from '../../core/clock'
import { claimDataFolder, defaultDataFolder, lockFolder } from '../data-folder'
import { takePassphrase } from '../../core/keychain/seal/given-passphrase'
import { createLogger } from '../../core/log'
import { openLogFile } from '../log-file'
import { Downloads } from './loopback/downloads'
import { startLoopback } from './loopback/server'
import { linkLifetime, Sessions } from './loopback/sessions'
import { Uploads } from './loopback/uploads'
import { parseOptions, type Options } from '../options'
import { startOfPage } from '../start-of-page'
import { speakAsChosen } from '../start-language'
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
  const passphrase = takePassphrase(process.env)
  const downloads = await Downloads.open(path.join(folder, 'exports'))
  const uploads = await Uploads.open(path.join(folder, 'uploads'), systemClock)
  const sessions = new Sessions(systemClock)
  const server = await startLoopback({
    port: options.port,
    assets: await listAssets(path.join(out, 'renderer')),
    beginning: { language, start: () => startOfPage(folder) },
    sessions,
    downloads,
    uploads,
    log,
    onBridge: (socket) => {
      // What the page asks before the core is there waits.
      socket.pause()
      core.then(
        ({ handler }) => {
          void handler.upgrade(socket, { context: {} })
          socket.resume()
        },
        () => socket.terminate(),
      )
    },
  })
  // The link comes first, and the core while a browser opens it: it takes as long to read as a page to load.
  const parts = { folder, programs: __dirname, log, options, language, downloads, uploads, passphrase, say }
  const core = import('./core').then(({ openCore }) => openCore(parts))

  const stop = once(async () => {
    await server.close()
    const { console, keychain } = await core
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
  await core
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
