import { t } from '../../../src-shared/messages/message'
import { Activity, Copy, UserRound } from '@lucide/vue'
import { useClipboard } from '@vueuse/core'
import { useRouter, type RouteLocationRaw } from 'vue-router'
import type { ContactRow } from '../../../src-shared/bridge/contacts'
import { contactEventsLink, contactLink } from '../../links'
import { contactName } from '../../lists/contact-name'
import { hasWords } from '../../lists/matched/marks'
import { searchedFields } from '../../lists/matched/sought'
import { whyFound, type Why } from '../../lists/matched/why-found'
import type { PaletteLine } from './lines'

/** What a line tells of a contact. */
type Told = Pick<ContactRow, 'id' | 'email' | 'data'>

/** Where a search found a contact beyond its name and address; null where these tell. */
function whyListed(row: Told, words: readonly string[]): Why | null {
  const told = [contactName(row) ?? '', row.email]
  if (hasWords(told.join('\n'), words)) return null
  return whyFound(searchedFields({ own: 'email', name: row.email, data: row.data }, ['email']), words, told)
}

/** Contacts as lines, with what else can be done with each; `words`, folded: what they were found by. */
export function useContactLine(): (row: Told, words: readonly string[]) => PaletteLine {
  const router = useRouter()
  const { copy } = useClipboard({ legacy: true })
  const go = (to: RouteLocationRaw) => () => router.push(to).then(() => undefined)

  return (row, words) => {
    const name = contactName(row)
    const who = name ?? row.email
    const open = go(contactLink(row.id))
    const more = (
      id: string,
      label: string,
      icon: PaletteLine['icon'],
      run: PaletteLine['run'],
    ): PaletteLine => ({ id: `more:${id}`, group: who, label, icon, run })
    return {
      id: `contact:${row.id}`,
      group: t('words.contacts'),
      label: who,
      hint: name === null ? '' : row.email,
      hintIsSearched: true,
      why: whyListed(row, words),
      icon: UserRound,
      run: open,
      more: [
        more('open', t('words.open'), UserRound, open),
        more('events', t('shell.contactLines.showTheEvents'), Activity, go(contactEventsLink(row.id))),
        more('copy', t('shell.contactLines.copyTheAddress'), Copy, () => copy(row.email)),
        more('copy-id', t('shell.contactLines.copyTheId'), Copy, () => copy(row.id)),
      ],
    }
  }
}
