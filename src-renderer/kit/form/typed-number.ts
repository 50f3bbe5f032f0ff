/**
 * The number that was typed, as people write it here and elsewhere: "1,000", "1.000", "0.3 %", "2 ×". null: nothing was typed;
 * NaN: it is no number.
 */
export function numberOf(typed: string): number | null {
  const digits = typed.replace(/[\s%×’']/g, '')
  if (digits === '') return null
  // A group has three digits, and none begins with a zero: anything else behind a comma or point is a fraction.
  const plain = digits
    .replace(/^[1-9]\d{0,2}(?:[.,]\d{3})+(?!\d)/, (groups) => groups.replace(/[.,]/g, ''))
    .replace(',', '.')
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : NaN
}
