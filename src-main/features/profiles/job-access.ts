import type { JobAccess } from '../../jobs/access'
import type { Connection } from '../../copying/connection'

/** A connection as jobs see it. */
export function jobAccess(connection: Connection): JobAccess {
  return {
    client: connection.client,
    get online() {
      return connection.state.online
    },
    get problem() {
      return connection.state.problem
    },
    watch: (listener) => connection.watch(listener),
  }
}
