import { parseArgs } from 'node:util'

/** What the storm can rage over, in the order in which stories take turns. */
export const capabilities = ['sync', 'import', 'batch', 'bulk', 'outbox', 'campaign', 'records'] as const
export type Capability = (typeof capabilities)[number]

/** What was asked for on the command line. */
export interface StormOptions {
  /** How many kills there are in all. */
  kills: number
  /** Of everything that is drawn: the same one draws the same. */
  seed: number
  of: readonly Capability[]
}

/** An option that cannot be followed; the message is for the person who typed it. */
export class OptionRefused extends Error {}

const mostKills = 1_000_000

/** As `--help` prints it. */
export const usage = `npm run storm -- [options]
  Kills the console, and now and then the service, at random moments while the service changes; then proves that the two
  agree: nothing lost, nothing doubled. Ends with 1 where they do not.
  --kills N   how many kills (40)
  --seed S    of everything that is drawn (one of the clock's): a whole number; it is printed, and repeats a storm
  --of LIST   over what, with commas: ${capabilities.join(',')} (all)
  --help      this`

/**
 * Reads the command line. `fresh`: the seed where none is given.
 * @returns The options, or `'help'` when they were asked for.
 * @throws OptionRefused with a sentence about the first option that cannot be followed.
 */
export function readOptions(args: readonly string[], fresh: number): StormOptions | 'help' {
  const { kills, seed, of, help } = parse(args)
  if (help === true) return 'help'
  return {
    kills: kills === undefined ? 40 : wholeNumber('kills', kills, 1, mostKills),
    seed: seed === undefined ? fresh : wholeNumber('seed', seed, 0, 2 ** 32 - 1),
    of: of === undefined ? capabilities : chosen(of),
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        kills: { type: 'string' },
        seed: { type: 'string' },
        of: { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    const [sentence = ''] = error instanceof Error ? error.message.split('. ') : []
    throw new OptionRefused(`${sentence}. There are --kills, --seed, --of and --help.`)
  }
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= least && number <= most) return number
  throw new OptionRefused(`--${name} takes a whole number from ${least} to ${most}, not "${text}".`)
}

function chosen(text: string): Capability[] {
  const names = text.split(',')
  return names.map((name) => {
    const found = capabilities.find((each) => each === name)
    if (found === undefined)
      throw new OptionRefused(`--of takes ${capabilities.join(', ')}, with commas between, not "${name}".`)
    return found
  })
}
