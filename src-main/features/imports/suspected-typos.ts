import { tell } from '../../../src-shared/messages/told'
import type { RowCounts } from '../../../src-shared/bridge/imports'
import { problem } from '../../core/problems'
import type { Staging } from './staging'

/** So many suspected domains are asked about, the most frequent first. */
const mostAsked = 200

interface AskingDomains {
  takesMail(domain: string): Promise<'yes' | 'no' | 'unknown'>
  /** Resolves when no answer is waited for any longer; absent: all are. */
  enough?(): Promise<void>
}

/** Takes a suggested spelling of a domain, or all of them, or keeps what is written. Domains that take mail are never changed. */
export async function correctTypos(
  staging: Pick<Staging, 'correctTypos' | 'counts'>,
  { from, keep }: { from: string | null; keep: boolean },
  asking: Pick<AskingDomains, 'takesMail'>,
): ReturnType<Staging['correctTypos']> {
  if (!keep && from !== null) await refuseSound(from, asking)
  if (!keep && from === null) {
    const { typos } = await staging.counts()
    const suspected = typos.map((typo) => typo.from)
    await keepWhatTakesMail(staging, suspected, { takesMail: asking.takesMail })
  }
  return staging.correctTypos({ from, keep })
}

/** Refuses to change a domain that takes mail: it is no slip. */
async function refuseSound(domain: string, { takesMail }: Pick<AskingDomains, 'takesMail'>): Promise<void> {
  if ((await takesMail(domain)) !== 'yes') return
  throw problem('input_invalid', {
    title: tell('imports.suspectedTypos.thisDomainTakesMail'),
    why: tell('imports.suspectedTypos.dnsNamesWhoTakes', { domain }),
    action: tell('imports.suspectedTypos.keepItAsIt'),
  })
}

/**
 * Keeps domains as they are written that look like slips and yet take mail: nobody's address is changed to another one. Answers
 * with the counts after that; null where there was none.
 */
export async function keepWhatTakesMail(
  staging: Pick<Staging, 'correctTypos'>,
  suspected: readonly string[],
  { takesMail, enough }: AskingDomains,
): Promise<RowCounts | null> {
  const taking: string[] = []
  const asked = suspected.slice(0, mostAsked).map(async (domain) => {
    if ((await takesMail(domain)) === 'yes') taking.push(domain)
  })
  const answers = Promise.all(asked)
  if (asked.length > 0) await (enough ? Promise.race([answers, enough()]) : answers)
  let counts: RowCounts | null = null
  for (const from of taking.splice(0)) ({ counts } = await staging.correctTypos({ from, keep: true }))
  return counts
}
