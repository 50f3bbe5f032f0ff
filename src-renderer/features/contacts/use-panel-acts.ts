import { t } from '../../../src-shared/messages/message'
import { useClipboard } from '@vueuse/core'
import { useMessage } from 'naive-ui'
import { computed } from 'vue'
import { Copy } from '@lucide/vue'
import { useRouter } from 'vue-router'
import type { ContactDetail } from '../../../src-shared/bridge/contacts'
import { jsonText } from '../../../src-shared/interface/exact-number'
import type { MenuItem } from '../../kit/page/MenuButton.vue'
import { useUndoToast } from '../../kit/page/undo-toast'
import { contactEventsLink } from '../../links'
import { useNoticesStore } from '../../stores/notices'
import { contactName } from './contact-words'
import type { useContact } from './use-contact'
import type { Values } from './values/use-values'

/** What the panel of a contact does beside its values: its menu, its subscription, and what is said of it afterwards. */
export function usePanelActs(state: ReturnType<typeof useContact>, values: Values) {
  const router = useRouter()
  const message = useMessage()
  const notices = useNoticesStore()
  const done = useUndoToast()
  const { copy } = useClipboard({ legacy: true })
  const { contact, readOnly } = state

  const menu = computed<MenuItem[]>(() => [
    { key: 'json', label: t('words.copyAsJson'), icon: Copy },
    { key: 'events', label: t('contacts.usePanelActs.showOnTheEvents') },
    ...(readOnly.value ? [] : [{ key: 'delete', label: t('words.delete'), danger: true, group: 'danger' }]),
  ])
  const nameOf = (of: ContactDetail) => contactName(of) ?? of.email

  async function copyText(text: string, words: string): Promise<void> {
    await copy(text)
    message.success(words)
  }

  return {
    menu,
    copyValue: (text: string) => copyText(text, t('words.copied')),
    /** Does what a line of the menu says, but for deletion, which is asked about. */
    async choose(key: string): Promise<void> {
      if (!contact.value) return
      if (key === 'events') await router.push(contactEventsLink(contact.value.id))
      else await copyText(jsonText(contact.value.raw, 2), t('words.copiedTheRecord'))
    },
    async unsubscribe(of: ContactDetail): Promise<void> {
      const change = await state.unsubscribe()
      values.forgetLast()
      if (change)
        done(t('contacts.usePanelActs.nameofIsUnsubscribed', { nameOf: nameOf(of) }), () =>
          notices.attempt(() => state.takeBack(of.id, change)),
        )
    },
    async subscribe(reason: string): Promise<void> {
      const whom = contact.value ? nameOf(contact.value) : t('contacts.usePanelActs.theContact')
      if ((await state.subscribe(reason)).outcome === 'done')
        message.success(t('contacts.usePanelActs.whomIsSubscribedAgain', { whom }))
    },
    /** A field was removed: that can be taken back. */
    removed: (key: string): void => done(t('contacts.usePanelActs.removedKey', { key }), () => values.undo()),
    deleted: (of: ContactDetail | null): void =>
      void message.success(
        of === null
          ? t('contacts.usePanelActs.deletedTheContact')
          : t('contacts.usePanelActs.deletedEmail', { email: of.email }),
      ),
  }
}
