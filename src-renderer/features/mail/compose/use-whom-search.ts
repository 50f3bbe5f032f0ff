import { computed, ref } from 'vue'
import { useOffers } from '../../../kit/form/offers'
import { contactName } from '../../../lists/contact-name'
import { useContactMatches } from '../../../lists/use-contact-matches'
import { nobody, whomKey, type Whom } from './whom'

/** Somebody who can be chosen, and what else tells them from others. */
export interface WhomOption {
  whom: Whom
  hint: string
}

/** A search over every contact of the copy, beneath those who are offered: what is found, and which line is active. */
export function useWhomSearch(of: { offered: () => readonly Whom[]; chosen: () => Whom }) {
  const search = ref('')
  const { page, failed } = useContactMatches(computed(() => search.value.trim()))

  const options = computed<WhomOption[]>(() => {
    const found = (page.value?.rows ?? []).map((row) => ({
      whom: { as: { kind: 'contact' as const, id: row.id }, label: contactName(row) ?? row.email },
      hint: contactName(row) === null ? '' : row.email,
    }))
    const words = search.value.trim().toLowerCase()
    const standing = [...of.offered(), nobody]
      .filter(({ label }) => words === '' || label.toLowerCase().includes(words))
      .map((whom) => ({ whom, hint: '' }))
    return [...standing, ...found]
  })

  const list = useOffers(() => options.value)
  const { open, active } = list

  return {
    ...list,
    search,
    options,
    failed,
    nothing: computed(() => options.value.length === 0 && page.value !== null),
    show(): void {
      open.value = true
      active.value = Math.max(
        0,
        options.value.findIndex(({ whom }) => whomKey(whom) === whomKey(of.chosen())),
      )
    },
    close(): void {
      if (!open.value) return
      open.value = false
      search.value = ''
    },
  }
}
