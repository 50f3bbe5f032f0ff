import { t } from '../../src-shared/messages/message'
import { storeToRefs } from 'pinia'
import { computed, toValue, type ComputedRef, type MaybeRefOrGetter, type Ref } from 'vue'
import { formatDay } from '../format'
import { useClockStore } from './clock'

const minute = 60_000
const hour = 60 * minute

/** The current time (milliseconds since 1970), shared by all of a page that show one; it rests while the window is hidden. */
export function useNow(): Readonly<Ref<number>> {
  return storeToRefs(useClockStore()).now
}

function dayOf(instant: number): number {
  return new Date(instant).setHours(0, 0, 0, 0)
}

/** An instant as a person says it: "now", "4 min", "yesterday", after 30 days the date; `ago` as part of a sentence. */
export function relativeTime(instant: number, now: number, ago = false): string {
  const age = now - instant
  if (age < 0) return age > -minute ? t('words.nowWord') : ahead(-age, instant)
  if (age < minute) return t('words.nowWord')
  if (age < hour) return t('app.relativeTime.min', { count: Math.floor(age / minute), ago })
  // Rounded: a day with a clock change has 23 or 25 hours.
  const dayCount = Math.round((dayOf(now) - dayOf(instant)) / (24 * hour))
  if (dayCount === 0 || age < 6 * hour) return t('app.relativeTime.h', { count: Math.floor(age / hour), ago })
  if (dayCount === 1) return t('words.yesterday')
  if (dayCount <= 30) return t('app.relativeTime.d', { count: dayCount, ago })
  return formatDay(instant)
}

function ahead(distance: number, instant: number): string {
  if (distance < hour) return t('app.relativeTime.inRoundMin', { round: Math.round(distance / minute) })
  if (distance < 24 * hour) return t('app.relativeTime.inRoundH', { round: Math.round(distance / hour) })
  if (distance <= 30 * 24 * hour)
    return t('app.relativeTime.inRoundD', { round: Math.round(distance / (24 * hour)) })
  return formatDay(instant)
}

/** {@link relativeTime} that follows the shared clock. */
export function useRelativeTime(
  instant: MaybeRefOrGetter<number>,
  ago: MaybeRefOrGetter<boolean> = false,
): ComputedRef<string> {
  const now = useNow()
  return computed(() => relativeTime(toValue(instant), now.value, toValue(ago)))
}
