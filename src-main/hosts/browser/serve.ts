import { t } from '../../../src-shared/messages/message'
import { spawn } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseOptions, type Options } from '../options'
import { linkLifetime } from './loopback/sessions'
import { serveFolder } from './serve-folder'

const say = (sentence: string) => void process.stderr.write(`${sentence}\n`)

/** The browser host: the core behind a loopback server. Prints a line `{"url"}` for every link it gives out. */
async function serve(options: Options): Promise<void> {
  const served = await serveFolder({ options, programs: __dirname, say })
  const stop = once(async () => {
    await served.close()
    process.exit(0)
  })
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)

  const print = () => void process.stdout.write(`${JSON.stringify({ url: served.link() })}\n`)
  print()
  if (process.stdin.isTTY) {
    say(t('hosts.serve.theLinkWorksOnce', { count: linkLifetime / 1000 }))
  }
  createInterface({ input: process.stdin }).on('line', print)
  if (options.open) await openInBrowser(served.folder, served.link())
  await served.opened
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
