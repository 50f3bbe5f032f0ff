import { reservedDataKeys } from '../../src-shared/interface/contact'

const reserved = new Set(reservedDataKeys)

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Merges what a call says into stored data (wire.md, "Records"): null deletes a key, an empty string is skipped,
 * `{value, persistent: false}` is for that call alone, reserved keys are dropped. Changes neither argument.
 */
export function mergeData(
  stored: Record<string, unknown>,
  said: Record<string, unknown>,
): Record<string, unknown> {
  // A map, because "__proto__" is an ordinary key here.
  const merged = new Map(Object.entries(stored))
  for (const [key, given] of Object.entries(said)) {
    if (reserved.has(key)) continue
    const value = forKeeping(given)
    if (value === null) merged.delete(key)
    else if (value !== '' && value !== undefined) merged.set(key, value)
  }
  return Object.fromEntries(merged)
}

/** Unwraps `{value, persistent}`; undefined when the value is for this call alone. */
function forKeeping(given: unknown): unknown {
  const wrapped = isObject(given) && 'value' in given && typeof given['persistent'] === 'boolean'
  if (!wrapped) return given
  return given['persistent'] ? given['value'] : undefined
}
