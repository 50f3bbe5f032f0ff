import { unexpected } from './refusals'

/** A column that cannot be empty, after a change: undefined leaves it. @throws ServiceFailure the plain 500 for null */
export function filled<T>(value: T | null | undefined, before: T): T {
  if (value === null) throw unexpected()
  return value ?? before
}

/** A column that can be empty, after a change: undefined leaves it. */
export function emptied<T>(value: T | null | undefined, before: T | null): T | null {
  return value === undefined ? before : value
}
