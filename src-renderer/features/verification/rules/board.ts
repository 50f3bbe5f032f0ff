import { t } from '../../../../src-shared/messages/message'
import type {
  DomainOverride,
  ListHealth,
  SignRule,
  VerdictClass,
  VerdictRules,
} from '../../../../src-shared/bridge/verdicts'
import { classWords } from '../batch-words'

/** A sign on the board; `contacts`: of how many it decides now, 0: of none. */
export interface BoardSign extends SignRule {
  contacts: number
  carried: number
}

/** A class with its signs, those that nobody has now apart where they are many. */
export interface BoardGroup {
  of: VerdictClass
  contacts: number
  signs: BoardSign[]
  /** That nobody has now, where there are more than three. */
  folded: BoardSign[]
  domains: string[]
  byDomain: number
}

/** The classes as the board lists them, the weightiest first. */
export const boardOrder: readonly VerdictClass[] = ['undeliverable', 'unknown', 'risky', 'accepts']

/** The letter that picks a class in a menu. */
export const classLetters: Record<VerdictClass, string> = {
  undeliverable: 'u',
  unknown: 'k',
  risky: 'r',
  accepts: 'a',
}

/** Every class with its signs; the counts of a class add up to it. */
export function boardOf({ signs, domains }: VerdictRules, health: ListHealth | null): BoardGroup[] {
  const counts = new Map(health?.signs.map((count) => [count.sign, count]))
  return boardOrder.map((of) => {
    const own = signs
      .filter((sign) => sign.class === of)
      .map((sign): BoardSign => {
        const { contacts = 0, carried = 0 } = counts.get(sign.sign) ?? {}
        return { ...sign, contacts, carried }
      })
    const none = own.filter(({ contacts, class: now, usual }) => contacts === 0 && now === usual)
    const folded = none.length > 3 ? none : []
    return {
      of,
      contacts: health?.byClass[of] ?? 0,
      signs: own.filter((sign) => !folded.includes(sign)),
      folded,
      domains: domains.filter((domain) => domain.class === of).map(({ domain }) => domain),
      byDomain: (health?.domains ?? []).reduce(
        (sum, domain) => sum + (domain.class === of ? domain.contacts : 0),
        0,
      ),
    }
  })
}

/** "1 of 25 changed"; nothing while all is as usual. */
export function changedWords(signs: readonly SignRule[]): string {
  const changed = signs.filter((sign) => sign.class !== sign.usual).length
  return changed === 0 ? '' : t('verification.board.changedOfCountChanged', { changed, count: signs.length })
}

/** Whether so many contacts becoming undeliverable is asked about first: over one in a hundred. */
export const needsAsking = (of: VerdictClass, carried: number, all: number): boolean =>
  of === 'undeliverable' && carried * 100 > all

/** "366 became risky". */
export function movedWords(of: VerdictClass, before: ListHealth | null, after: ListHealth | null): string {
  const moved = Math.max(0, (after?.byClass[of] ?? 0) - (before?.byClass[of] ?? 0))
  return t('verification.board.movedBecameClass', { moved, class: of })
}

/** What a person changed, a line each: signs, then domains, the newest first. */
export function changeLines(
  signs: readonly SignRule[],
  domains: readonly DomainOverride[],
): { key: string; title: string; from: string; to: string; at: number | null }[] {
  const moved = signs
    .filter((sign) => sign.class !== sign.usual)
    .map(({ sign, title, usual, class: to }) => ({
      key: sign,
      title,
      from: classWords[usual],
      to: classWords[to],
      at: null,
    }))
  const decided = [...domains]
    .sort((one, other) => other.at - one.at)
    .map(({ domain, class: to, at }) => ({ key: domain, title: domain, from: '', to: classWords[to], at }))
  return [...moved, ...decided]
}

/** "1,912 expired now. 12,464 more in 30 days." */
export function expiryLine(health: ListHealth): string {
  return t('verification.board.expiredExpiredNowSoon', {
    expired: health.expired,
    soon: health.standing.all.soon,
  })
}

/** "7 more that nobody has now". */
export const foldedWords = (count: number): string => t('verification.board.countMoreThatNobody', { count })
