import { domainOf } from '../../../../../src-shared/address/parts'
import type { VerdictClass } from '../../../../../src-shared/bridge/verdicts'

/** What classes follow from: rules give grounds one, overrides whole domains. */
export interface ClassSource {
  ofGround(ground: number): VerdictClass
  /** The class that a domain in lower case, or one above it, was given; null where none was. */
  ofDomain(domain: string): VerdictClass | null
}

/** Classes in the order in which lists show them; a class's place, from 1, is its code. Code 0: no verdict. */
export const classNames = [
  'accepts',
  'risky',
  'undeliverable',
  'unknown',
] as const satisfies readonly VerdictClass[]

/** The code of a class. */
export function codeOfClass(name: VerdictClass): number {
  return classNames.indexOf(name) + 1
}

/** The class that an address has by a ground now. */
export function classOf(source: ClassSource, ground: number, email: string): VerdictClass {
  return source.ofDomain(domainOf(email)) ?? source.ofGround(ground)
}
