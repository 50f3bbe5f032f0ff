import type { FieldType } from '../../../../src-shared/bridge/contacts'

/**
 * A value as it was typed, in the type that the field's values have: a service that compares strictly finds 5 nowhere where
 * it is asked for “5”. A text stays one where its field holds texts.
 */
export function typedValue(text: string, types: readonly FieldType[]): string | number | boolean {
  const [type] = types
  if (type === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** A value as it stands in a field. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The key of `data` that a field of a condition names; null where it is another field. */
export function dataKeyOf(field: string): string | null {
  return /^(?:contact\.)?data\.(.+)$/.exec(field)?.[1] ?? null
}

/** Settings without some of their keys. */
export function withoutKeys(
  settings: Readonly<Record<string, unknown>>,
  ...keys: readonly string[]
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).filter(([key]) => !keys.includes(key)))
}
