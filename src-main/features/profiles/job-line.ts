import type { JobLine } from '../../jobs/line'
import type { Connection } from '../../copying/connection'

/** A connection as jobs see it. */
export function jobLine(connection: Connection): JobLine {
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
