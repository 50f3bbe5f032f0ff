import { OptionRefused, readOptions, usage, type StormOptions } from './options'
import { playStory } from './play'
import { table, toldEnd, toldStory } from './report'
import type { Played } from './story'

/** Steps of the seeds of a storm's stories: the first has the storm's own, so that a story can be played alone. */
const step = 0x9e3779b1

/** Plays stories until so many kills were made. Prints each as it goes; answers all. */
async function rage({ kills, seed, of }: StormOptions): Promise<Played[]> {
  const played: Played[] = []
  let made = 0
  for (let turn = 0; made < kills; turn += 1) {
    const capability = of[turn % of.length]
    if (capability === undefined) break
    const story = await playStory(capability, (seed + turn * step) >>> 0, kills - made)
    made += story.tally.kills
    played.push(story)
    process.stdout.write(toldStory(played.length, made, story))
  }
  return played
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), Date.now() % 2 ** 32)
  if (options === 'help') {
    process.stdout.write(`${usage}\n`)
    return 0
  }
  const began = performance.now()
  process.stdout.write(
    `A storm of ${options.kills} kills over ${options.of.join(', ')}, seed ${options.seed}\n`,
  )
  const played = await rage(options)
  const seconds = Math.round((performance.now() - began) / 1000)
  process.stdout.write(`${table(played)}${toldEnd(played, options.seed, seconds)}\n`)
  return played.some(({ differences }) => differences.length > 0) ? 1 : 0
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const isRefused = error instanceof OptionRefused
    process.stderr.write(
      `${isRefused ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    )
    process.exit(isRefused ? 2 : 1)
  },
)
