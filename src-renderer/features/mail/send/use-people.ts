import { computed, ref } from 'vue'
import { useBridge } from '../../../bridge'
import { useAnswer } from '../../../kit/state/answer'
import { contactName } from '../../../lists/contact-name'
import { useLiveStore } from '../../../stores/live'
import { mostRecipients } from './outgoing'
import type { OpenForm } from './use-form'
import { filledOf, missingOf, shownValues, type MailPerson } from './values'

/** Who gets the mail that is written, what each of them gets, and as whom it is shown. */
export function usePeople({ form, recipients, needed, service }: OpenForm) {
  const bridge = useBridge()
  const live = useLiveStore()
  const emails = computed(() => recipients.value.emails.slice(0, mostRecipients))
  const { answer } = useAnswer({
    async ask() {
      const asked = emails.value
      if (asked.length === 0) return new Map()
      const { contacts } = await bridge.contacts.byAddress({ emails: asked })
      return new Map(asked.map((email, at) => [email.toLowerCase(), contacts[at] ?? null]))
    },
    changes: () => `${emails.value.join(' ')} ${live.copyKey}`,
  })

  const people = computed<MailPerson[]>(() =>
    emails.value.map((email) => {
      const key = email.toLowerCase()
      const contact = answer.value?.get(key) ?? null
      const values = shownValues(
        form.value,
        { needed: needed.value, service: service.value },
        { email, contact },
      )
      return { email, key, contact, name: contact && contactName(contact), values, filled: filledOf(values) }
    }),
  )
  const chosen = ref('')
  const at = computed(() =>
    Math.max(
      0,
      people.value.findIndex(({ key }) => key === chosen.value),
    ),
  )
  const missing = computed(() => missingOf(people.value))

  return {
    people,
    /** Whether it is known who they are: before, nobody is new. */
    known: computed(() => emails.value.every((email) => answer.value?.has(email.toLowerCase()))),
    /** As whom the mail is shown; null where nobody gets it yet. */
    person: computed(() => people.value[at.value] ?? null),
    choose: (key: string) => void (chosen.value = key),
    /** Shows the next person, or the one before; the first after the last. */
    move(by: 1 | -1): void {
      const count = people.value.length
      if (count > 0) chosen.value = people.value[(at.value + by + count) % count]?.key ?? ''
    },
    missing,
    /** Variables that nobody has a value for: such a mail does not leave. */
    missingForAll: computed(() => missing.value.filter(({ count }) => count === people.value.length)),
  }
}

/** What {@link usePeople} answers. */
export type OpenPeople = ReturnType<typeof usePeople>
