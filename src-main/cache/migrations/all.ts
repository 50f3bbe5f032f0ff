import type { Migration } from '../migrate'
import { first } from './0010-first'

/** Every migration, in order. */
export const migrations: readonly Migration[] = [first]
