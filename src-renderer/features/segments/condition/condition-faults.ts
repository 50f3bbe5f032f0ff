import { inject, provide, type ComputedRef, type InjectionKey } from 'vue'
import type { FilterFault } from './condition-draft'

/** What is wrong with the filters of a condition, as far as it is to be shown. */
interface ConditionFaults {
  /** By the key of the filter. */
  shown: ComputedRef<ReadonlyMap<number, FilterFault>>
  /** Says that somebody was at a filter: from now on what is wrong with it is shown. */
  touch(key: number): void
}

const injected: InjectionKey<ConditionFaults> = Symbol('condition faults')

/** Tells the components within what is wrong with the filters. */
export function provideConditionFaults(faults: ConditionFaults): void {
  provide(injected, faults)
}

/** What {@link provideConditionFaults} tells. */
export function useConditionFaults(): ConditionFaults {
  const faults = inject(injected)
  if (!faults) throw new Error('No faults are provided for conditions')
  return faults
}
