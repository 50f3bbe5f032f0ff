import type { Base, Core } from '../../bridge/base'

const done = { done: true } as const

/** The seal over keys and copies: thin over that of {@link Core.profiles}. */
export function sealRoutes({ seal: os }: Base, { profiles }: Core) {
  const { seal } = profiles
  return {
    make: os.make.handler(async ({ input }) => {
      await seal.make(input.passphrase, input.lockAfterMinutes)
      return done
    }),
    unlock: os.unlock.handler(async ({ input }) => {
      await seal.unlock(input.passphrase)
      return done
    }),
    change: os.change.handler(async ({ input }) => {
      await seal.change(input.from, input.to)
      return done
    }),
    lockAfter: os.lockAfter.handler(async ({ input }) => {
      await seal.lockAfter(input.minutes)
      return done
    }),
    cover: os.cover.handler(() => {
      seal.cover()
      return done
    }),
    moveToKeychain: os.moveToKeychain.handler(async () => {
      await seal.moveToKeychain()
      return done
    }),
    startOver: os.startOver.handler(async ({ input }) => {
      await seal.startOver(input.typed)
      return done
    }),
  }
}
