import { tell, said, toKeep, type ToldSentence } from '../../src-shared/messages/told'
import { problem } from '../core/problems'
import type { Problem } from '../../src-shared/problem'

/** Below this many rows a list may shrink as it likes, as long as something is left of it. */
const leastRows = 4

/**
 * Whether a list that was read to its end is implausibly short, so that a person must say whether what is missing
 * was deleted (docs/rules.md, rule 5); null: it may be swept. `unseen` of `total` rows of the copy were not listed; `noun`: what
 * its rows are.
 */
export function doubtsAbout(
  run: { expected: number | null },
  noun: ToldSentence,
  { unseen, total }: { unseen: number; total: number },
): Problem | null {
  const seen = total - unseen
  if (unseen === 0 || total < (seen === 0 ? 2 : leastRows)) return null
  if (unseen > total / 2) {
    return problem('list_shrank', {
      why: tell('copying.completeness.theCopyHoldsCount', { count: total, noun: said(noun), count2: seen }),
    }).problem
  }
  // A service that announces more than it then lists may have broken off without saying so.
  if (run.expected !== null && seen < run.expected * 0.9) {
    return problem('list_shrank', {
      title: tell('words.theListEndedEarly'),
      why: tell('copying.completeness.theServiceSaidThat', {
        count: run.expected,
        noun: said(noun),
        count2: seen,
      }),
    }).problem
  }
  return null
}

/**
 * What a run says that was promised more records than came, however few are missing: then nothing is known of those that were
 * not listed, and none of them is removed. `seen`: different records that were listed; `promised`: as the service says now.
 */
export function shortfall(
  noun: ToldSentence,
  { seen, promised }: { seen: number; promised: number | null },
): string | null {
  if (promised === null || seen >= promised) return null
  return toKeep('told.didNotCome', {
    count: promised,
    noun,
    count2: seen,
    count3: promised - seen,
  })
}

/** What a run says of an end that the service said, and contradicted in the same answer; `promised` null: it gave no number. */
export function doubtedEnd(
  noun: ToldSentence,
  { seen, promised }: { seen: number; promised: number | null },
): string | null {
  if (promised !== null && seen >= promised) return null
  return toKeep('told.endedAndMore', { noun, count: seen })
}

/** What a run says of records that came and could not be read. */
export function asideNote(noun: ToldSentence, aside: number): string {
  return toKeep('told.setAsideUnread', { noun, count: aside })
}
