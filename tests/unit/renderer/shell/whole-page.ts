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

/** What a core tells of these profiles, of which one is in use. */
export const profilesTold = (profiles: Profile[], currentId: string | null) => ({
  topic: 'profiles' as const,
  state: {
    profiles,
    currentId,
    keychain: { kind: 'keychain' as const, name: 'Keychain' },
    seal: { kind: 'none' as const, offered: false },
    cacheProblem: null,
  },
})

/** A core that tells of a profile, and by `watchers` how many pages follow it. */
export function answersOf(watchers = { count: 0 }): Answers {
  return {
    ...shellAnswers,
    sync: { start: () => idleSync },
    live: {
      watch: async function* (_input, signal) {
        watchers.count += 1
        try {
          yield profilesTold([profile], profile.id)
          await new Promise((resolve) => signal?.addEventListener('abort', resolve))
        } finally {
          watchers.count -= 1
        }
      },
    },
  }
}
