import { t } from '../../../../src-shared/messages/message'
import type { BatchDetail } from '../../../../src-shared/bridge/verification'
import type { VerdictClass, VerdictSource } from '../../../../src-shared/bridge/verdicts'
import { verdictClasses, sourceWords } from '../../../kit/verdict/verdict-words'
import { formatNumber } from '../../../format'
import { classWords, notAccepting } from '../batch-words'

/** What the addresses are parted by. */
export type BreakdownKind = 'reason' | 'domain' | 'source'

/** One bar: its name, its length as a share of the longest, its parts by class, and what a click narrows the list to. */
export interface BreakdownLine {
  key: string
  label: string
  count: number
  /** 0 to 1. */
  length: number
  /** The class whose mark stands before the name; null: it is of several. */
  of: VerdictClass | null
  parts: { of: VerdictClass; count: number }[]
  filter: { sign: string } | { domain: string } | { source: VerdictSource } | null
}

function lengths(lines: Omit<BreakdownLine, 'length'>[]): BreakdownLine[] {
  const longest = Math.max(1, ...lines.map(({ count }) => count))
  return lines.map((line) => ({ ...line, length: line.count / longest }))
}

const partsOf = (byClass: Record<VerdictClass, number>) =>
  verdictClasses.map((of) => ({ of, count: byClass[of] })).filter(({ count }) => count > 0)

/** The bars of a kind. Reasons of addresses that accept mail are left out: they are the rule. */
export function breakdown(batch: BatchDetail, kind: BreakdownKind): BreakdownLine[] {
  if (kind === 'reason')
    return lengths(
      batch.byReason
        .filter((reason) => reason.class !== 'accepts')
        .map((reason) => ({
          key: reason.sign,
          label: reason.title,
          count: reason.count,
          of: reason.class,
          parts: [{ of: reason.class, count: reason.count }],
          filter: { sign: reason.sign },
        })),
    )
  if (kind === 'domain') {
    const { otherDomains } = batch
    const rest =
      otherDomains.count > 0
        ? [
            {
              key: ' others',
              label: t('counts.otherDomains', { count: otherDomains.domains }),
              count: otherDomains.count,
              of: null,
              parts: [],
              filter: null,
            },
          ]
        : []
    const named = batch.byDomain.map(({ domain, count, byClass }) => ({
      key: domain,
      label: domain === '' ? t('verification.breakdown.noDomain') : domain,
      count,
      of: null,
      parts: partsOf(byClass),
      filter: { domain },
    }))
    return lengths([...named, ...rest])
  }
  return lengths(
    batch.bySource.map(({ source, count, byClass }) => ({
      key: source,
      label: sourceWords[source],
      count,
      of: null,
      parts: partsOf(byClass),
      filter: { source },
    })),
  )
}

/** What stands right of the title: how many addresses the bars are about. */
export function breakdownAside(batch: BatchDetail, kind: BreakdownKind): string {
  if (kind === 'reason')
    return t('verification.breakdown.notacceptingNotInAccepts', { notAccepting: notAccepting(batch) })
  const settled = batch.addresses - batch.waiting
  if (kind === 'source') return t('verification.breakdown.settledSettled', { settled })
  return t('counts.domains', { count: batch.byDomain.length + batch.otherDomains.domains })
}

/** A bar in words, for its hover: "964: 900 risky, 64 unknown". */
export function partsWords({ count, parts }: Pick<BreakdownLine, 'count' | 'parts'>): string {
  if (parts.length < 2) return formatNumber(count)
  const words = parts.map((part) => `${formatNumber(part.count)} ${classWords[part.of]}`)
  return `${formatNumber(count)}: ${words.join(', ')}`
}
