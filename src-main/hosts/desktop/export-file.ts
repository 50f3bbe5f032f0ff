import { rename, rm } from 'node:fs/promises'
import type { ExportTarget } from '../../core/host'

/**
 * An export to a place that the person chose. It is written beside it and takes the name when it is complete, so
 * that a half-written file never looks like the whole one, and an older one is kept until then.
 */
export function exportTo(chosen: string): ExportTarget {
  const unfinished = `${chosen}.part`
  return {
    path: unfinished,
    finish: async () => {
      await rename(unfinished, chosen)
      return { path: chosen }
    },
    discard: () => rm(unfinished, { force: true }),
  }
}
