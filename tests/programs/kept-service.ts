import { createLog } from '../../src-service/log'
import { readOptions } from '../../src-service/options'
import { serve } from '../../src-service/serve'

// The embedded service in a process that serves one data folder after the other. A message with a command line starts it; one with
// 'end' ends it, and is answered.

const say = (line: string): void => void process.stderr.write(`${line}\n`)
let end = (): Promise<void> => Promise.resolve()

async function take(told: string[] | 'end'): Promise<void> {
  if (told === 'end') {
    await end()
    process.send?.('ended')
    return
  }
  const options = readOptions(told)
  const serving = await serve(options, createLog(options.log, process.stderr))
  end = serving.end
  process.stdout.write(`${JSON.stringify(serving.ready)}\n`)
}

process.on('message', (told: string[] | 'end') => {
  take(told).catch((error: unknown) => {
    say(error instanceof Error ? error.message : String(error))
    process.exit(1)
  })
})
process.on('disconnect', () => process.exit(0))
