import { t } from '../../../src-shared/messages/message'
import type { UsedBy } from '../../../src-shared/bridge/catalogue'
import type { PastedResult, SegmentRow } from '../../../src-shared/bridge/segments'

/** What kind of segment it is, in a word. */
export function kindWord(kind: SegmentRow['kind']): string {
  return {
    dynamic: t('words.dynamic'),
    static: t('words.static'),
    unknown: t('segments.segmentWords.ofAnotherKind'),
  }[kind]
}

/** How the service writes the name of a segment in its events: "Sailing again" as "sailing-again". */
export function eventSlug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

const kinds: Record<UsedBy['kind'], string> = {
  campaign: t('words.campaign'),
  segment: t('words.segment'),
  template: t('words.template'),
  workflow: t('words.workflow'),
}

/** "Campaign, draft". */
export function useWords({ kind, state }: Pick<UsedBy, 'kind' | 'state'>): string {
  return t('segments.segmentWords.kindState', { kind: kinds[kind], state: state.toLowerCase() })
}

const counts = {
  campaign: (count: number) => t('counts.campaigns', { count }),
  segment: (count: number) => t('counts.segments', { count }),
  workflow: (count: number) => t('counts.workflows', { count }),
}

/** What uses a segment, counted: "2 campaigns and 1 workflow"; empty where nothing does. */
export function usesCounted(usedBy: readonly UsedBy[]): string {
  const counted = (['campaign', 'segment', 'workflow'] as const).flatMap((kind) => {
    const count = usedBy.filter((use) => use.kind === kind).length
    return count === 0 ? [] : [counts[kind](count)]
  })
  const last = counted.pop()
  if (last === undefined) return ''
  return counted.length === 0 ? last : t('words.joinAndLast', { join: counted.join(', '), last })
}

interface ResultLine {
  label: string
  count: number
}

/** What a pasted list came to, in figures that add up to the addresses in it. */
export function resultLines(act: 'add' | 'take', result: PastedResult): ResultLine[] {
  const { addresses, sent, changed, already, notFound, unanswered } = result
  const lines: ResultLine[] =
    act === 'add'
      ? [
          { label: t('words.added'), count: changed },
          { label: t('segments.segmentWords.membersBefore'), count: already },
          { label: t('segments.segmentWords.noContactHasThe'), count: notFound.length },
        ]
      : [
          { label: t('segments.segmentWords.takenOut'), count: changed },
          { label: t('segments.segmentWords.wereNoMembers'), count: notFound.length },
          {
            label: t('segments.segmentWords.goneMeanwhile'),
            count: Math.max(0, sent - changed - notFound.length),
          },
        ]
  const left = addresses - sent - unanswered
  if (unanswered > 0) lines.push({ label: t('segments.segmentWords.sentWithoutAnAnswer'), count: unanswered })
  if (left > 0) lines.push({ label: t('segments.segmentWords.notSent'), count: left })
  return lines.filter(({ count }, at) => at === 0 || count > 0)
}
