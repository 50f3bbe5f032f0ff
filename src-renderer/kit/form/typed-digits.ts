/** The digits of a number that was typed, without what sets thousands apart. */
export function digitsOf(typed: string): string {
  return typed.replace(/[\s,.’']/g, '')
}

/** Whether what was typed is this number; it never is one that is not known. */
export const isTyped = (typed: string, wanted: number | null): boolean =>
  wanted !== null && digitsOf(typed) === String(wanted)
