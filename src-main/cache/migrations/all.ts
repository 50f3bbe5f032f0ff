import type { Migration } from '../migrate'
import { first } from './0010-first'
import { fieldCounts } from './0020-field-counts'

/** Every migration, in order. */
export const migrations: readonly Migration[] = [first, fieldCounts]
