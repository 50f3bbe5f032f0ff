import { tell, type Told } from '../../../../src-shared/messages/told'
import type { BatchRecord } from '../store/batches/api'
import { problem } from '../../../core/problems'
import { isLive } from '../../../jobs/registry'
import type { Job } from '../../../../src-shared/bridge/jobs'

const refused = (title: Told, why: Told, action: Told) => problem('input_invalid', { title, why, action })

/** Refuses where something of a batch is not at its end. */
export function refuseLive(job: Job | null): void {
  if (job === null || !isLive(job)) return
  throw refused(
    tell('verification.words.thisBatchIsUnder'),
    tell('verification.words.itsAddressesAreBeing'),
    tell('words.waitForItOrCancelIt'),
  )
}

/** Refuses where the addresses are not all there. */
export function refuseUncollected({ unfinished }: BatchRecord): void {
  if (unfinished !== 'collecting') return
  throw refused(
    tell('verification.words.theAddressesAreStill'),
    tell('verification.words.howManyThereAre'),
    tell('verification.words.startWhenAllOf'),
  )
}

/** Refuses where nothing waits. */
export function refuseSettled({ waiting, addresses }: BatchRecord): void {
  if (waiting > 0) return
  throw addresses === 0
    ? refused(
        tell('verification.words.thereIsNoAddress'),
        tell('verification.words.nothingInTheSource'),
        tell('verification.words.chooseAnotherSource'),
      )
    : refused(
        tell('verification.words.nothingIsLeftTo'),
        tell('verification.words.everyAddressHasIts'),
        tell('verification.words.askAgainAboutWhat'),
      )
}

/** Where nobody is unknown. */
export function noneUnknown() {
  return refused(
    tell('verification.words.noAddressIsUnknown'),
    tell('verification.words.everyAddressHasAnother'),
    tell('verification.words.lookAtTheOther'),
  )
}

/** What the program was collecting from when it ended is not open any more. */
export function sourceGone() {
  return problem('not_found', {
    title: tell('verification.words.theAddressesWereNot'),
    why: tell('verification.words.postroomEndedWhileIt'),
    action: tell('verification.words.discardThisBatchAnd'),
  }).problem
}
