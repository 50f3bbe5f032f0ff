import type { Profile } from '../../../../src-shared/bridge/profiles'
import type { Answers } from '../fixtures/fake-core'
import { shellAnswers } from './core'
import { idleSync } from '../fixtures/sync-state'

/** The profile that it tells of. */
export const profile: Profile = {
  id: 'harbour',
  name: 'Harbour Notes',
  colour: 1,
  production: false,
  readOnly: false,
  address: 'https://api.harbour.example',
  embedded: false,
  secretKey: { class: 'secret', lastFour: '4f2a', state: 'keychain' },
  publicKey: null,
  plan: { quickEveryMinutes: null, fullDailyAt: null, backgroundShare: 0.5 },
  createdAt: 0,
}

/** A core that tells of a profile, and by `watchers` how many pages follow it. */
export function answersOf(watchers = { count: 0 }): Answers {
  const keychain = { kind: 'keychain' as const, name: 'Keychain' }
  return {
    ...shellAnswers,
    sync: { start: () => idleSync },
    live: {
      watch: async function* (_input, signal) {
        watchers.count += 1
        try {
          const state = {
            profiles: [profile],
            currentId: profile.id,
            keychain,
            seal: { kind: 'none' as const, offered: false },
            cacheProblem: null,
          }
          yield { topic: 'profiles', state }
          await new Promise((resolve) => signal?.addEventListener('abort', resolve))
        } finally {
          watchers.count -= 1
        }
      },
    },
  }
}
