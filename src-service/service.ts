import { systemClock } from './clock'
import { createService } from './create-service'
import { openDataFolder } from './data-folder'
import { dialects } from './dialect/dialect'
import { listen, probe } from './listen'
import { OptionRefused, readOptions, type ServiceOptions, usage } from './options'
import { projectReader } from './store/project'

/** Standard output carries the one JSON line that says the service is ready; everything else goes to standard error. */
const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

async function run(options: ServiceOptions): Promise<void> {
  const { data, contacts, anchor, port, dialect, rate, latency, smtp, dns } = options
  await probe(port)
  const onProgress = (done: number): void => say(`Filling the sample: ${done} of ${contacts} contacts.`)
  const db = openDataFolder(data, { contacts, anchor, onProgress })
  let url = ''
  const service = createService(db, {
    dialect: dialects[dialect],
    rate,
    latency,
    smtp,
    dns,
    clock: systemClock,
    publicUrl: () => url,
    report: (what, error) => say(`${what} failed: ${error instanceof Error ? error.stack : error}`),
  })
  const listening = await listen(service.app, port)
  url = listening.url
  service.start()
  const end = async (): Promise<void> => {
    await listening.stop()
    await service.stop()
    db.close()
    process.exit(0)
  }
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  const { secretKey, publicKey } = projectReader(db)()
  process.stdout.write(`${JSON.stringify({ url, secretKey, publicKey })}\n`)
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  if (options === 'help') process.stdout.write(`${usage}\n`)
  else await run(options)
}

main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error))
  if (error instanceof OptionRefused) say(usage)
  process.exit(1)
})
