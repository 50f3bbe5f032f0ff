import type { Clock } from '../../core/clock'
import type { Keychain } from '../../core/keychain/keychain'
import type { StoredProfile } from './stored'

/** Asked again after so long, then after twice as long each time, in milliseconds. */
const firstPauseMs = 2000
const longestPauseMs = 60_000
/** What does not answer for so long is not starting any more: a person says when to ask again. */
const mostTries = 15

/** Whether a profile has a key in the keychain, so that it cannot be used without. */
export function needsKeychain({ secretKey, publicKey, cacheKey }: StoredProfile): boolean {
  return cacheKey !== null || secretKey?.kept === 'keychain' || publicKey?.kept === 'keychain'
}

/**
 * Asks a keychain that gave no answer again and again, ever more rarely, for about ten minutes: on a machine that has just
 * started, or is crowded, it takes longer than a call may. Answers true once it can be used; false where it does not
 * come, or `signal` aborts. Only the probe is asked for, which unlocks nothing, so nobody is shown a dialog over and over.
 */
export async function keychainComes(keychain: Keychain, clock: Clock, signal: AbortSignal): Promise<boolean> {
  let pause = firstPauseMs
  for (let tries = 0; tries < mostTries; tries++) {
    await clock.sleep(pause, signal).catch(() => undefined)
    if (signal.aborted) return false
    // A person may have asked meanwhile.
    if (keychain.state.kind === 'keychain' || (await keychain.retry()).kind === 'keychain') return true
    pause = Math.min(longestPauseMs, pause * 2)
  }
  return false
}
