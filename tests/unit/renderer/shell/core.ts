import { ProblemError, type Problem } from '../../../../src-shared/problem'
import type { Answers } from '../fixtures/fake-core'

/** A refusal as the core words it. */
export const refusal: Problem = {
  code: 'profile_read_only',
  title: 'This profile is read-only',
  why: 'Nothing is written to the service from it.',
  action: 'Allow writing in Settings.',
  retryable: false,
  requestId: 'req_1',
}

/** What the shell itself asks for. */
export const shellAnswers: Answers = {
  settings: {
    get: () => ({
      appearance: { theme: 'dark', density: 'compact' },
      language: 'system',
      dismissed: [],
      columns: {},
      holdSeconds: 30,
      notices: { jobs: true, runs: true, brake: true },
      shortcuts: {},
      actionUses: {},
      lastScreens: {},
    }),
    update: () => {
      throw new ProblemError(refusal)
    },
    about: () => ({
      version: '0.1.0',
      host: 'desktop',
      platform: 'linux',
      dataFolder: '/data',
      keychain: { kind: 'keychain', name: 'Keychain' },
      seal: { kind: 'none', offered: false },
      canOpenFolder: true,
    }),
  },
  contacts: {
    page: ({ query }) => ({
      rows: [
        {
          id: 'c1',
          email: 'a.novakova@seznam.cz',
          subscribed: true,
          createdAt: 0,
          updatedAt: 0,
          data: { name: 'Anna Nováková', vessel: { port: 'Gdańsk' }, notes: 'sails to Gdansk' },
          verdict: null,
        },
      ],
      count: query.search === 'nov' ? 214 : 1,
      total: 52_418,
      revision: 1,
      tookMs: 2,
    }),
  },
}
