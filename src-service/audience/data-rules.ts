import { reservedDataKeys } from '../../src-shared/interface/contact'
import { ServiceFailure } from '../http/failure'

const reserved = new Set(reservedDataKeys)

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The most that one contact or event keeps: the public key of a project is in every page that tracks, so whoever reads
 * one could fill the disk, and every program that copies the contacts.
 */
const dataMax = { keys: 200, bytes: 64 * 1024 }

/**
 * Data as the text that is stored. What has outgrown the limits may still shrink.
 * @throws ServiceFailure VALIDATION_ERROR where it would grow past 200 keys or 64 KB.
 */
export function dataText(data: Record<string, unknown>, before = '{}'): string {
  const text = JSON.stringify(data)
  const keys = Object.keys(data).length
  const bytes = Buffer.byteLength(text)
  if (keys <= dataMax.keys && bytes <= dataMax.bytes) return text
  if (bytes <= Buffer.byteLength(before)) return text
  const [are, most] =
    keys > dataMax.keys
      ? [`${keys} keys`, `${dataMax.keys} are the most`]
      : [`${Math.ceil(bytes / 1024)} KB`, `${dataMax.bytes / 1024} KB are the most`]
  throw new ServiceFailure('VALIDATION_ERROR', `The data would have ${are}; ${most}.`, {
    errors: [{ field: 'data', message: `At most ${dataMax.keys} keys and 64 KB.`, code: 'too_big' }],
    suggestion: 'Keep less with a contact.',
  })
}

/**
 * The text of stored data with what a call says merged into it.
 * @throws ServiceFailure as {@link dataText} does.
 */
export function mergedText(stored: string, said: Record<string, unknown>): string {
  // What the service stored itself is an object: nothing else writes this column.
  const before: Record<string, unknown> = JSON.parse(stored)
  return dataText(mergeData(before, said), stored)
}

/**
 * What merging does to any data that is stored: the text of what is set, and the keys that are deleted.
 * @throws ServiceFailure as {@link dataText} does.
 */
export function mergeOf(said: Record<string, unknown>): { set: string; gone: string[] } {
  const gone = Object.entries(said).filter(([key, given]) => !reserved.has(key) && forKeeping(given) === null)
  return { set: dataText(mergeData({}, said)), gone: gone.map(([key]) => key) }
}

/**
 * Merges what a call says into stored data (wire.md, "Records"): null deletes a key, an empty string is skipped,
 * `{value, persistent: false}` is for that call alone, reserved keys are dropped. Changes neither argument.
 */
export function mergeData(
  stored: Record<string, unknown>,
  said: Record<string, unknown>,
): Record<string, unknown> {
  return merge(stored, said, forKeeping)
}

/** The data that one call works with: {@link mergeData}, and what is for that call alone as well. */
export function dataOfCall(
  stored: Record<string, unknown>,
  said: Record<string, unknown>,
): Record<string, unknown> {
  return merge(stored, said, callValue)
}

/** What one call means by a value that it gives: `{value, persistent}` is its value. */
export function callValue(given: unknown): unknown {
  return isWrapped(given) ? given.value : given
}

function merge(
  stored: Record<string, unknown>,
  said: Record<string, unknown>,
  unwrap: (given: unknown) => unknown,
): Record<string, unknown> {
  // A map, because "__proto__" is an ordinary key here.
  const merged = new Map(Object.entries(stored))
  for (const [key, given] of Object.entries(said)) {
    if (reserved.has(key)) continue
    const value = unwrap(given)
    if (value === null) merged.delete(key)
    else if (value !== '' && value !== undefined) merged.set(key, value)
  }
  return Object.fromEntries(merged)
}

function isWrapped(given: unknown): given is { value: unknown; persistent: boolean } {
  return isObject(given) && Object.hasOwn(given, 'value') && typeof given['persistent'] === 'boolean'
}

/** Unwraps `{value, persistent}`; undefined when the value is for this call alone. */
function forKeeping(given: unknown): unknown {
  if (!isWrapped(given)) return given
  return given.persistent ? given.value : undefined
}
