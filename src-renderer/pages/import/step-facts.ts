import type { ImportDetail, ImportStep } from '../../../src-shared/bridge/imports'
import { formatCount } from '../../format'
import { readingWords } from '../../components/file/reading-words'
import { runFacts } from './steps/run/run-facts'

/** What stands at the right of the stepper: of the file before the run, of the run from then on. */
export function stepFacts(open: ImportDetail, step: ImportStep, now: number): string {
  if (step === 'run' || step === 'after') return runFacts(open, now)
  if (open.rows === null || !open.reading) return ''
  return `${formatCount(open.rows, 'row')}, ${readingWords(open.reading)}`
}
