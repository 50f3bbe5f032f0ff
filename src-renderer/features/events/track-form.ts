import { t } from '../../../src-shared/messages/message'
/** The text of the data field as an object, or the sentence why it is none. Empty text is no data. */
export function parseEventData(text: string): { data?: Record<string, unknown> } | { fault: string } {
  if (text.trim() === '') return {}
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    return {
      fault: t('events.trackForm.thisIsNotJson', {
        value: error instanceof Error ? error.message : String(error),
      }),
    }
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return { fault: t('events.trackForm.dataIsAnObject') }
  }
  return { data: { ...parsed } }
}
