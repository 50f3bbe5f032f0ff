import { t } from '../../../src-shared/messages/message'
import type { Import, ImportDetail, ImportStep } from '../../../src-shared/bridge/imports'
import type { Job } from '../../../src-shared/bridge/jobs'
import { hasEnded } from '../../jobs/job-words'

/** The steps in their order, as the stepper calls them (look/import-check.png). */
export const steps: readonly { step: ImportStep; title: string }[] = [
  { step: 'read', title: t('imports.steps.read') },
  { step: 'map', title: t('imports.steps.map') },
  { step: 'check', title: t('words.check') },
  { step: 'verify', title: t('words.verify') },
  { step: 'run', title: t('imports.steps.run') },
  { step: 'after', title: t('words.after') },
]

/** The place of a step in the order, from 0. */
export function placeOf(step: ImportStep): number {
  return steps.findIndex((one) => one.step === step)
}

/** The newest run of an import; null before the first. */
export function runOf(open: Pick<Import, 'jobs'>): Job | null {
  return open.jobs.find(({ kind }) => kind === 'import') ?? null
}

/** Whether a step can be looked at. Once rows were written, what led there stands: there is no way back to it. */
export function canShow(open: ImportDetail, step: ImportStep): boolean {
  const run = runOf(open)
  if (run) return step === 'run' || (step === 'after' && hasEnded(run))
  if (step === 'read') return true
  const read = open.reading !== null && open.columns.length > 0 && open.work?.what !== 'reading'
  if (step === 'map') return read
  if (step === 'check') return read && (open.counts !== null || placeOf(open.step) >= placeOf('check'))
  // What is checked or refreshed anew meanwhile is said there; the step stays where a person is.
  return (step === 'verify' || step === 'run') && read && open.counts !== null
}

/** Where an import is taken up again: where a person left it, else as far as it has come, or as can be shown. */
export function landing(open: ImportDetail): ImportStep {
  const run = runOf(open)
  if (run) return hasEnded(run) ? 'after' : 'run'
  if (open.leftAt !== null && canShow(open, open.leftAt)) return open.leftAt
  const possible = steps.filter(({ step }) => canShow(open, step) && placeOf(step) <= placeOf(open.step))
  return possible.at(-1)?.step ?? 'read'
}

/** The step that is shown: the one asked for where it can be, else where the import is taken up again. */
export function shownStep(open: ImportDetail, asked: unknown): ImportStep {
  const wanted = steps.find(({ step }) => step === asked)?.step
  return wanted && canShow(open, wanted) ? wanted : landing(open)
}
