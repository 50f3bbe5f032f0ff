import { type Base, type Core, done } from '../../bridge/base'
import { sampleFigures } from './sample-figures'

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
    sample: os.sample.handler(() => sampleFigures),
    tryEmbedded: os.tryEmbedded.handler(() => profiles.tryEmbedded()),
  }
}
