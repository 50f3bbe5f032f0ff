import { rename, rm } from 'node:fs/promises'
import type { ExportTarget } from '../../core/host'

/** An export to the chosen place, written beside it and renamed when complete. */
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
