import { type Base, type Core, done } from '../../bridge/base'
import figures from '../../../resources/sample-figures.json'
import { sampleFiguresSchema } from '../../../src-shared/bridge/profiles'

/** Profiles: thin over {@link Core.profiles}. */
export function profileRoutes({ profiles: os }: Base, { profiles }: Core) {
  return {
    list: os.list.handler(() => profiles.list()),
    test: os.test.handler(({ input }) => profiles.test(input)),
    create: os.create.handler(({ input }) => profiles.create(input)),
    update: os.update.handler(({ input: { id, changes, ...way } }) => profiles.update(id, changes, way)),
    replaceKeys: os.replaceKeys.handler(({ input: { id, ...keys } }) => profiles.replaceKeys(id, keys)),
    select: os.select.handler(({ input }) => profiles.select(input.id)),
    remove: os.remove.handler(async ({ input }) => done(profiles.remove(input.id, input.name))),
    retryKeychain: os.retryKeychain.handler(() => profiles.retryKeychain()),
    // The embedded service's sample as its own generator counted it (scripts/sample-figures.ts).
    sample: os.sample.handler(() => sampleFiguresSchema.parse(figures)),
    tryEmbedded: os.tryEmbedded.handler(() => profiles.tryEmbedded()),
  }
}

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
