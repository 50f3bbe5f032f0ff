import type { OtherFile } from '../file/use-ways-in'

/** What came of files that were given with the one that is shown: "autumn.csv is opened too. It waits under Import." */
export function othersWords(others: readonly OtherFile[]): string {
  const opened = others.filter(({ problem }) => problem === null).map(({ name }) => name)
  const refused = others.flatMap(({ name, problem }) =>
    problem === null ? [] : [`${name} was not opened: ${problem.why}`],
  )
  const [only] = opened
  const waits =
    opened.length > 1
      ? [`${opened.join(', ')} are opened too. They wait under Import.`]
      : only === undefined
        ? []
        : [`${only} is opened too. It waits under Import.`]
  return [...waits, ...refused].join(' ')
}
