import { rm } from 'node:fs/promises'
import type { ProblemError } from '../../../src-shared/problem'
import type { GivenFile } from '../../core/host'
import type { Logger } from '../../core/log'
import { problem } from '../../core/problems'

/** A file that a mail cannot carry: what is wrong with it, why, and what to do. */
export function unfit(title: string, why: string, action: string): ProblemError {
  return problem('input_invalid', { title, why, action })
}

/** Removes a file that was uploaded for us; a person's own stays. */
export async function removeUpload({ path, uploaded }: GivenFile, log: Logger): Promise<void> {
  if (!uploaded) return
  await rm(path, { force: true }).catch((error: unknown) =>
    log.warn('upload_not_removed', { detail: String(error) }),
  )
}
