/** The digits of a number that was typed, without what sets thousands apart. */
export function digitsOf(typed: string): string {
  return typed.replace(/[\s,.’']/g, '')
}
