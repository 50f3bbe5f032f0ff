import { computed } from 'vue'
import { useBridge } from '../../../bridge'
import { useAnswer } from '../../../kit/state/answer'
import { useLiveStore } from '../../../stores/live'
import { useNow } from '../../../stores/relative-time'
import type { OpenForm } from './use-form'
import type { OpenPeople } from './use-people'

/** Within so long, the same template to the same person is likely one too many. */
const againMs = 24 * 3_600_000

/** What those who get the mail got lately. */
export function useLately({ form }: OpenForm, { people }: OpenPeople) {
  const bridge = useBridge()
  const live = useLiveStore()
  const now = useNow()
  const { answer } = useAnswer({
    async ask() {
      const emails = people.value.map(({ email }) => email)
      return emails.length === 0 ? [] : (await bridge.send.lately({ emails })).mails
    },
    changes: () =>
      [people.value.map(({ key }) => key), live.copyKey, live.mailHolds.map(({ state }) => state)].join(' '),
    pauseMs: 500,
  })
  const mails = computed(() => answer.value ?? [])
  return {
    mails,
    /** Those of the same template within a day. */
    again: computed(() =>
      mails.value.filter(
        ({ templateId, at, state }) =>
          form.value.way === 'template' &&
          templateId !== null &&
          templateId === form.value.templateId &&
          state !== 'refused' &&
          now.value - at < againMs,
      ),
    ),
  }
}
