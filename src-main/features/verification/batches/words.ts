import { t } from '../../../../src-shared/messages/message'
import type { BatchRecord } from '../store/batches/api'
import { problem } from '../../../core/problems'
import { isLive } from '../../../jobs/registry'
import type { Job } from '../../../../src-shared/bridge/jobs'

const refused = (title: string, why: string, action: string) =>
  problem('input_invalid', { title, why, action })

/** Refuses where something of a batch is not at its end. */
export function refuseLive(job: Job | null): void {
  if (job === null || !isLive(job)) return
  throw refused(
    t('verification.words.thisBatchIsUnder'),
    t('verification.words.itsAddressesAreBeing'),
    t('words.waitForItOrCancelIt'),
  )
}

/** Refuses where the addresses are not all there. */
export function refuseUncollected({ unfinished }: BatchRecord): void {
  if (unfinished !== 'collecting') return
  throw refused(
    t('verification.words.theAddressesAreStill'),
    t('verification.words.howManyThereAre'),
    t('verification.words.startWhenAllOf'),
  )
}

/** Refuses where nothing waits. */
export function refuseSettled({ waiting, addresses }: BatchRecord): void {
  if (waiting > 0) return
  throw addresses === 0
    ? refused(
        t('verification.words.thereIsNoAddress'),
        t('verification.words.nothingInTheSource'),
        t('verification.words.chooseAnotherSource'),
      )
    : refused(
        t('verification.words.nothingIsLeftTo'),
        t('verification.words.everyAddressHasIts'),
        t('verification.words.askAgainAboutWhat'),
      )
}

/** Where nobody is unknown. */
export function noneUnknown() {
  return refused(
    t('verification.words.noAddressIsUnknown'),
    t('verification.words.everyAddressHasAnother'),
    t('verification.words.lookAtTheOther'),
  )
}

/** What the program was collecting from when it ended is not open any more. */
export function sourceGone() {
  return problem('not_found', {
    title: t('verification.words.theAddressesWereNot'),
    why: t('verification.words.postroomEndedWhileIt'),
    action: t('verification.words.discardThisBatchAnd'),
  }).problem
}
