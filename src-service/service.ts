import { runCommand } from './commands'
import { createLog, type ServiceLog } from './log'
import { OptionRefused, readOptions, type ServiceOptions, usage } from './options'
import { serve } from './serve'

/** Standard output carries the one JSON line that says the service is ready; everything else goes to standard error. */
const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

async function run(options: ServiceOptions, log: ServiceLog): Promise<void> {
  const serving = await serve(options, log)
  const end = async (): Promise<void> => {
    // What is cut off is as after a kill: a message on its way is unknown, and all else goes on at the next start.
    setTimeout(() => {
      log.warn('cut-off', `Not everything had ended within ${options.stopWithin} s: the rest was cut off.`)
      process.exit(0)
    }, options.stopWithin * 1000)
    await serving.end()
    process.exit(0)
  }
  // A second signal ends it at once.
  let ending: Promise<void> | undefined
  const onSignal = (): void => {
    if (ending) process.exit(1)
    ending = end().catch(giveUp(log))
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  process.stdout.write(`${JSON.stringify(serving.ready)}\n`)
}

/** Ends what went wrong in a way nobody foresaw. Not by Node's own words: they would quote the error. */
const giveUp =
  (log: ServiceLog) =>
  (error: unknown): void => {
    log.failed('The service', error)
    process.exit(1)
  }

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  if (args.includes('--help')) {
    process.stdout.write(`${usage}\n`)
    return
  }
  const held = await runCommand(args)
  if (held !== null) {
    process.stdout.write(`${JSON.stringify(held)}\n`)
    return
  }
  const options = readOptions(args)
  const log = createLog(options.log, process.stderr)
  process.on('uncaughtException', giveUp(log))
  try {
    await run(options, log)
  } catch (error) {
    log.warn('refused', error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}

main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error))
  if (error instanceof OptionRefused) say(usage)
  process.exit(1)
})
