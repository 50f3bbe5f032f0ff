import { inject, provide, type InjectionKey } from 'vue'

const level: InjectionKey<'h2' | 'h3'> = Symbol('heading level')

/** What lies within has a heading of its own above its sections: theirs are one level lower. */
export function headSections(): void {
  provide(level, 'h3')
}

/** The heading of a section: beneath that of what it lies in, so that no level is left out. */
export function sectionHeading(): 'h2' | 'h3' {
  return inject(level, 'h2')
}
