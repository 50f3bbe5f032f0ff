import type { BatchRecord } from '../store/batches/api'
import { problem } from '../../../core/problems'
import { isLive } from '../../../jobs/registry'
import type { Job } from '../../../../src-shared/bridge/jobs'

const refused = (title: string, why: string, action: string) =>
  problem('input_invalid', { title, why, action })

/** Refuses where something of a batch is not at its end. */
export function refuseLive(job: Job | null): void {
  if (job === null || !isLive(job)) return
  throw refused('This batch is under way', 'Its addresses are being verified.', 'Wait for it, or cancel it.')
}

/** Refuses where the addresses are not all there. */
export function refuseUncollected({ unfinished }: BatchRecord): void {
  if (unfinished !== 'collecting') return
  throw refused(
    'The addresses are still being collected',
    'How many there are is not known yet.',
    'Start when all of them are there.',
  )
}

/** Refuses where nothing waits. */
export function refuseSettled({ waiting, addresses }: BatchRecord): void {
  if (waiting > 0) return
  throw addresses === 0
    ? refused('There is no address', 'Nothing in the source holds one.', 'Choose another source.')
    : refused('Nothing is left to ask', 'Every address has its verdict.', 'Ask again about what is unknown.')
}

/** Where nobody is unknown. */
export function noneUnknown() {
  return refused('No address is unknown', 'Every address has another verdict.', 'Look at the other classes.')
}

/** What the program was collecting from when it ended is not open any more. */
export function sourceGone() {
  return problem('not_found', {
    title: 'The addresses were not all collected',
    why: 'Postroom ended while it collected them, and what they came from is not open any more.',
    action: 'Discard this batch and make it again.',
  }).problem
}
