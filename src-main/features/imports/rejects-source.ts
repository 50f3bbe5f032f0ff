import type { OpenImport } from './open-import'
import { refuseChanging } from './refusals'
import type { Staging } from './staging'

/** The rows of an import that were not written; each part is refused with `input_invalid` while rows are being changed. */
export function rejectsSource(
  open: Pick<OpenImport, 'isChanging'>,
  staging: Pick<Staging, 'header' | 'rejects'>,
): Pick<Staging, 'header' | 'rejects'> {
  return {
    header: () => {
      refuseChanging(open)
      return staging.header()
    },
    // Between two parts of the file too: it would hold some rows twice, and others not at all.
    rejects: async (slice) => {
      refuseChanging(open)
      const rows = await staging.rejects(slice)
      refuseChanging(open)
      return rows
    },
  }
}
