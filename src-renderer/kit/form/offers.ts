import { computed, ref, useId } from 'vue'

/** The line that Enter takes is one of those offered beneath a field: which, and what the field says of its list. */
export function useOffers<Offer>(offered: () => readonly Offer[]) {
  const id = useId()
  const open = ref(false)
  const active = ref(0)
  const shown = computed(() => open.value && offered().length > 0)

  const show = () => void (open.value = true)

  return {
    open,
    active,
    shown,
    /** What the field has, besides its name; it shows the offers as it takes the focus, and as something is entered. */
    field: computed(() => ({
      role: 'combobox' as const,
      'aria-autocomplete': 'list' as const,
      'aria-expanded': shown.value,
      'aria-controls': id,
      'aria-activedescendant': shown.value && active.value >= 0 ? `${id}-${active.value}` : undefined,
      autocomplete: 'off',
      spellcheck: false,
      onFocus: show,
      onInput: show,
    })),
    /** What its OfferList.vue has, besides its name and the offers. */
    list: computed(() => ({
      id,
      active: active.value,
      'onUpdate:active': (at: number) => void (active.value = at),
    })),
    chosen: (): Offer | undefined => offered()[active.value],
    /** Makes the next line active by an arrow, or the one before; past an end it begins at the other. */
    move({ key }: KeyboardEvent): boolean {
      if (key !== 'ArrowDown' && key !== 'ArrowUp') return false
      const count = offered().length
      const from = Math.max(active.value, key === 'ArrowDown' ? -1 : 0)
      if (count > 0) active.value = (from + (key === 'ArrowDown' ? 1 : count - 1)) % count
      return true
    },
  }
}
