import { t } from '../../../../src-shared/messages/message'
import { computed, shallowRef, watch } from 'vue'
import type { Persona, RenderAs } from '../../../../src-shared/bridge/review'
import { firstOfKinds, nobody, personaWhom, whomKey, type Whom } from './whom'

/** As whom a mail is shown: a persona, unless somebody else is chosen. */
export function useShownAs(of: {
  personas: () => readonly Persona[]
  /** Values that it is shown with, whoever is chosen; null: none. */
  given: () => RenderAs | null
  /** Somebody as whom it is to be looked at now, whoever was chosen before; null: nobody. */
  asked: () => Whom | null
  /** Whether personas stand side by side. */
  inRow: () => boolean
}) {
  const chosen = shallowRef<Whom | null>(null)
  watch(of.asked, (one) => (chosen.value = one ?? chosen.value))
  const offered = computed(() => of.personas().map(personaWhom))
  const whom = computed(() => chosen.value ?? offered.value[0] ?? nobody)

  return {
    offered,
    /** Those who stand side by side: one of each kind. */
    beside: computed(() => (of.inRow() ? firstOfKinds(of.personas()).map(personaWhom) : [])),
    whom,
    as: computed(() => of.given() ?? whom.value.as),
    persona: computed({
      get: () => whomKey(whom.value),
      set: (key) => (chosen.value = offered.value.find((one) => whomKey(one) === key) ?? null),
    }),
    choose: (one: Whom) => void (chosen.value = one),
    title: computed(() =>
      of.given() || whom.value.as.kind === 'nobody'
        ? t('mail.useShownAs.theMailAsIt')
        : t('mail.useShownAs.theMailAsLabel', { label: whom.value.label }),
    ),
  }
}
