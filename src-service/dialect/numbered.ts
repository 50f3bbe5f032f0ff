import type { NumberedText } from './dialect'

/** A list with page numbers, its array under `key` (wire.md, forms D and E), and what stands `beside` it. */
export function numbered(
  key: string,
  { items, total, page, pageSize }: NumberedText,
  beside: Record<string, number> = {},
): string {
  const rest = JSON.stringify({ total, page, pageSize, totalPages: Math.ceil(total / pageSize), ...beside })
  return `{"${key}":[${items.join(',')}],${rest.slice(1)}`
}
