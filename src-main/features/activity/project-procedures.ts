import type { Base, Core } from '../../bridge/base'

/** What the service tells of the project: thin over the session's. */
export function projectActivityRoutes({ projectActivity: os }: Base, core: Core) {
  const feed = async () => (await core.session()).projectFeed
  return {
    page: os.page.handler(async ({ input }) => (await feed()).page(input)),
    upcoming: os.upcoming.handler(async () => (await feed()).upcoming()),
    read: os.read.handler(async () => (await feed()).read()),
    readOlder: os.readOlder.handler(async () => (await feed()).readOlder()),
  }
}
