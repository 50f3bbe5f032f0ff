import { type Base, type Core, done } from '../../bridge/base'

/** The seal over keys and copies: thin over that of {@link Core.profiles}. */
export function sealRoutes({ seal: os }: Base, { profiles }: Core) {
  const { seal } = profiles
  return {
    make: os.make.handler(async ({ input }) => done(seal.make(input.passphrase, input.lockAfterMinutes))),
    unlock: os.unlock.handler(async ({ input }) => done(seal.unlock(input.passphrase))),
    change: os.change.handler(async ({ input }) => done(seal.change(input.from, input.to))),
    lockAfter: os.lockAfter.handler(async ({ input }) => done(seal.lockAfter(input.minutes))),
    cover: os.cover.handler(async () => done(seal.cover())),
    moveToKeychain: os.moveToKeychain.handler(async () => done(seal.moveToKeychain())),
    startOver: os.startOver.handler(async ({ input }) => done(seal.startOver(input.typed))),
  }
}
