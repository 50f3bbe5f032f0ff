import { t } from '../../../../src-shared/messages/message'
import type { OtherFile } from '../file/use-ways-in'

/** What came of files that were given with the one that is shown: "autumn.csv is opened too. It waits under Import." */
export function othersWords(others: readonly OtherFile[]): string {
  const opened = others.filter(({ problem }) => problem === null).map(({ name }) => name)
  const refused = others.flatMap(({ name, problem }) =>
    problem === null ? [] : [t('imports.othersWords.nameWasNotOpened', { name, why: problem.why })],
  )
  const [only] = opened
  const waits =
    opened.length > 1
      ? [t('imports.othersWords.joinAreOpenedToo', { join: opened.join(', ') })]
      : only === undefined
        ? []
        : [t('imports.othersWords.onlyIsOpenedToo', { only })]
  return [...waits, ...refused].join(' ')
}
