import { spokenTag } from './message'

let inUse: { tag: string; collator: Intl.Collator } | null = null

/** Which of two names comes first, as the language that is spoken orders them. */
export function compareNames(one: string, other: string): number {
  const tag = spokenTag()
  // Making a collator takes longer than sorting a list with it.
  if (inUse?.tag !== tag) inUse = { tag, collator: new Intl.Collator(tag) }
  return inUse.collator.compare(one, other)
}
