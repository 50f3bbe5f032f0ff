import { createApp } from './app'
import { openDataFolder } from './data-folder'
import { dialects } from './dialect/dialect'
import { listen, probe } from './listen'
import { OptionRefused, readOptions, type ServiceOptions, usage } from './options'
import { createStore } from './store/store'

/** Standard output carries the one JSON line that says the service is ready; everything else goes to standard error. */
const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

async function run({ data, contacts, anchor, port, dialect, rate, latency }: ServiceOptions): Promise<void> {
  await probe(port)
  const onProgress = (done: number): void => say(`Filling the sample: ${done} of ${contacts} contacts.`)
  const db = openDataFolder(data, { contacts, anchor, onProgress })
  const store = createStore(db)
  const app = createApp(store, {
    dialect: dialects[dialect],
    rate,
    latency,
    onError: (requestId, error) =>
      say(`${requestId} failed: ${error instanceof Error ? error.stack : error}`),
  })
  const { url, stop } = await listen(app, port)
  const end = async (): Promise<void> => {
    await stop()
    db.close()
    process.exit(0)
  }
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  const { secretKey, publicKey } = store.project()
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
