import type { ListHealth } from '../../../../../src-shared/bridge/verdicts'
import type { Kinds } from './kinds'
import type { OverrideTable } from './overrides'
import type { KnownCell } from './spans'

type CountedCell = Pick<KnownCell, 'kind' | 'over' | 'contacts'>

/** Contacts by what decides about their class: the weightiest sign, or the domain that a person gave one. */
export class BySign {
  readonly #signs = new Map<string, { contacts: number; carried: number }>()
  readonly #domains = new Map<number, number>()

  constructor(
    private readonly kinds: Kinds,
    private readonly overrides: OverrideTable,
  ) {}

  add({ kind, over, contacts }: CountedCell): void {
    const isDecided = over !== 0 && this.overrides.byId(over)?.class != null
    if (isDecided) this.#domains.set(over, (this.#domains.get(over) ?? 0) + contacts)
    for (const [place, sign] of this.kinds.signsOf(kind).entries()) {
      const count = this.#signs.get(sign) ?? { contacts: 0, carried: 0 }
      if (!isDecided) count.carried += contacts
      if (!isDecided && place === 0) count.contacts += contacts
      this.#signs.set(sign, count)
    }
  }

  counts(): Pick<ListHealth, 'signs' | 'domains'> {
    return {
      signs: [...this.#signs].map(([sign, counts]) => ({ sign, ...counts })),
      domains: [...this.#domains].flatMap(([id, contacts]) => {
        const override = this.overrides.byId(id)
        return override?.class ? [{ domain: override.domain, class: override.class, contacts }] : []
      }),
    }
  }
}
