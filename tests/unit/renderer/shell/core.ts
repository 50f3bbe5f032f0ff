import { implement } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'
import { contract } from '../../../../src-shared/bridge/contract'
import type { Problem } from '../../../../src-shared/problem'
import { exposeBridge } from '../expose-bridge'

/** A refusal as the core words it. */
export const refusal: Problem = {
  code: 'profile_read_only',
  title: 'This profile is read-only',
  why: 'Nothing is written to the service from it.',
  action: 'Allow writing in Settings.',
  retryable: false,
  requestId: 'req_1',
}

const os = implement(contract)

/** The bridge's real client and server over a real port; behind it, only what these tests ask for. */
const router = {
  settings: {
    get: os.settings.get.handler(() => ({
      appearance: { theme: 'dark' as const, density: 'compact' as const },
      dismissed: [],
      columns: {},
      holdSeconds: 30,
    })),
    update: os.settings.update.handler(({ errors }) => {
      throw errors.PROBLEM({ data: refusal })
    }),
    about: os.settings.about.handler(() => ({
      version: '0.1.0',
      host: 'desktop' as const,
      platform: 'linux',
      dataFolder: '/data',
      keychain: { kind: 'keychain' as const, name: 'Keychain' },
      canOpenFolder: true,
    })),
  },
  contacts: {
    page: os.contacts.page.handler(({ input }) => ({
      rows: [
        {
          id: 'c1',
          email: 'a.novakova@seznam.cz',
          subscribed: true,
          createdAt: 0,
          updatedAt: 0,
          data: { name: 'Anna Nováková' },
          verdict: null,
        },
      ],
      count: input.query.search === 'nov' ? 214 : 1,
      total: 52_418,
      revision: 1,
      tookMs: 2,
    })),
  },
}

/** Gives the page what the preload script gives it: a port to the core on request. */
export function exposeCore(): void {
  exposeBridge(new RPCHandler(router))
}
