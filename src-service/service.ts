import { OptionRefused, readOptions, type ServiceOptions, usage } from './options'
import { describeError } from './report'
import { serve } from './serve'

/** Standard output carries the one JSON line that says the service is ready; everything else goes to standard error. */
const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

async function run(options: ServiceOptions): Promise<void> {
  const { ready, end } = await serve(options, say)
  // A second signal ends it at once.
  let ending: Promise<void> | undefined
  const onSignal = (): void => {
    if (ending) process.exit(1)
    ending = end().then(() => process.exit(0), giveUp)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  process.stdout.write(`${JSON.stringify(ready)}\n`)
}

/** Ends what went wrong in a way nobody foresaw. Not by Node's own words: they would quote the error. */
function giveUp(error: unknown): void {
  say(`The service ended: ${describeError(error)}`)
  process.exit(1)
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  if (options === 'help') {
    process.stdout.write(`${usage}\n`)
    return
  }
  process.on('uncaughtException', giveUp)
  await run(options)
}

main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error))
  if (error instanceof OptionRefused) say(usage)
  process.exit(1)
})
