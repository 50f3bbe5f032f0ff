import { t } from '../../../src-shared/messages/message'
/** A span of time that the events are limited to; `custom` takes its ends from two dates. */
export type SpanName = 'all' | 'day' | 'week' | 'month' | 'year' | 'custom'

const day = 86_400_000
const lengths = { day, week: 7 * day, month: 30 * day, year: 365 * day } as const

/** The spans as they are offered. */
export const spanOptions: { value: SpanName; label: string }[] = [
  { value: 'all', label: t('events.timeSpan.allTime') },
  { value: 'day', label: t('words.last24Hours') },
  { value: 'week', label: t('words.last7Days') },
  { value: 'month', label: t('words.last30Days') },
  { value: 'year', label: t('events.timeSpan.last365Days') },
  { value: 'custom', label: t('events.timeSpan.fromTo') },
]

/** The instants of a span, `from` inclusive, `to` exclusive; `chosen`: the first and last day of a custom one, local time. */
export function spanInstants(
  name: SpanName,
  chosen: [number, number] | null,
  now: number,
): { from: number | null; to: number | null } {
  if (name === 'custom') return chosen ? { from: chosen[0], to: chosen[1] + day } : { from: null, to: null }
  if (name === 'all') return { from: null, to: null }
  return { from: now - lengths[name], to: null }
}
