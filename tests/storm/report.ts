import type { Difference } from './differences'
import { capabilities } from './options'
import type { Played } from './story'

/** How many differences of a story are printed; the others are counted. */
const mostPrinted = 20

/** A line for a story; where console and service do not agree, what happened and how they differ. */
export function toldStory(number: number, made: number, story: Played): string {
  const { capability, tally, writes, changes, differences, seconds, unknown } = story
  const { created, changed, deleted } = changes
  const line = [
    `${number}. ${capability.padEnd(8)} ${tally.kills} kills (${made} so far)`,
    `${writes} writes`,
    `meanwhile ${created} made, ${changed} changed, ${deleted} deleted`,
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
    `${seconds.toFixed(1)} s`,
    differences.length === 0 ? 'ok' : 'DIFFERS',
  ].join(', ')
  return differences.length === 0 ? `${line}\n` : `${line}\n${toldDifferences(story)}`
}

function toldDifferences({ capability, seed, tally, differences }: Played): string {
  const printed = differences.slice(0, mostPrinted).map(({ kind, what }) => `   ${kind}: ${what}\n`)
  const more = differences.length - printed.length
  return [
    `   again: npm run storm -- --of ${capability} --seed ${seed} --kills ${tally.kills}\n`,
    `   killed: ${tally.moments.join('; ')}\n`,
    ...printed,
    ...(more > 0 ? [`   and ${more} more\n`] : []),
  ].join('')
}

const columns = ['stories', 'kills', 'restarts', 'writes', 'doubled', 'lost', 'wrong', 'unknown'] as const

/** What each capability came to, as a table. */
export function table(played: readonly Played[]): string {
  const rows = capabilities
    .map((capability) => ({ capability, of: played.filter((story) => story.capability === capability) }))
    .filter(({ of }) => of.length > 0)
    .map(({ capability, of }) => [capability, ...figures(of)])
  const lines = [['', ...columns], ...rows, ['all', ...figures(played)]]
  return `\n${lines.map((cells) => cells.map((cell, at) => (at === 0 ? cell.padEnd(9) : cell.padStart(9))).join('')).join('\n')}\n\n`
}

function figures(of: readonly Played[]): string[] {
  const sum = (figure: (story: Played) => number) => String(of.reduce((all, story) => all + figure(story), 0))
  const kind = (wanted: Difference['kind']) =>
    sum(({ differences }) => differences.filter((each) => each.kind === wanted).length)
  return [
    String(of.length),
    sum(({ tally }) => tally.kills),
    sum(({ tally }) => tally.restarts),
    sum(({ writes }) => writes),
    kind('doubled'),
    kind('lost'),
    kind('wrong'),
    sum(({ unknown }) => unknown),
  ]
}

/** The last line. */
export function toldEnd(played: readonly Played[], seed: number, seconds: number): string {
  const kills = played.reduce((all, { tally }) => all + tally.kills, 0)
  const wrong = played.filter(({ differences }) => differences.length > 0).length
  const came = wrong === 0 ? 'nothing lost, nothing doubled' : `${wrong} DIFFER`
  return `${kills.toLocaleString('en')} kills, ${played.length.toLocaleString('en')} stories: ${came}. Seed ${seed}, ${seconds} s.`
}
