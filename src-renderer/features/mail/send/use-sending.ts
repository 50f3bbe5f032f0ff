import { t } from '../../../../src-shared/messages/message'
import { computed, shallowRef, type Ref } from 'vue'
import type { Outgoing } from '../../../../src-shared/bridge/send'
import type { TemplateLanguage } from '../../../../src-shared/interface/liquid-view'
import { useBridge } from '../../../bridge'
import { useSaving } from '../../../kit/save/saving'
import { useLiveStore } from '../../../stores/live'
import { sendFacts } from './send-facts'
import { useSendHindrance } from './send-hindrance'
import type { OpenAttachments } from './use-attachments'
import type { OpenForm } from './use-form'
import type { useLately } from './use-lately'
import type { OpenPeople } from './use-people'

/** What is confirmed, as it stood when it was asked: `phrase` is typed for it. */
interface Confirming {
  facts: { label: string; value: string }[]
  count: number
  phrase: string
}

/** How a mail that is written is held, and what keeps it from that. */
export function useSending(of: {
  state: OpenForm
  who: OpenPeople
  files: OpenAttachments
  lately: ReturnType<typeof useLately>
  outgoing: Readonly<Ref<Outgoing | null>>
  language: Readonly<Ref<TemplateLanguage>>
}) {
  const bridge = useBridge()
  const live = useLiveStore()
  const hindrance = useSendHindrance()
  const { busy, problem, run } = useSaving()
  const confirming = shallowRef<Confirming | null>(null)
  const { form, recipients, missing } = of.state

  const held = computed(() => live.mailHolds.some(({ state }) => state === 'held' || state === 'leaving'))
  const blocked = computed(() => {
    if (held.value) return t('mail.sendPage.itIsHeld')
    return hindrance.value || missing.value
  })
  const canSend = computed(
    () =>
      blocked.value === '' && of.who.missingForAll.value.length === 0 && of.who.known.value && !busy.value,
  )

  async function hold(): Promise<void> {
    if (of.outgoing.value) await bridge.send.hold(of.outgoing.value)
  }

  return {
    held,
    /** Why it cannot be sent, in words; variables that are empty for all are told elsewhere. */
    blocked,
    canSend,
    confirming,
    problem,
    hold,
    /** One gets it at once, held; several people are counted, and who may have unsubscribed is named, before it is held. */
    async ask(): Promise<void> {
      const { emails } = recipients.value
      const [first] = emails
      if (first === undefined || !canSend.value) return
      if (emails.length === 1 && form.value.subscribed !== 'yes') return void (await run(hold))
      const facts = sendFacts(of.state, of.who, of.lately, of.files, of.language.value)
      const phrase = emails.length > 1 ? String(emails.length) : first
      confirming.value = { facts, count: emails.length, phrase }
    },
  }
}
