import { z } from 'zod'
import { type FilterReading, filterReadings } from '../../../../../src-shared/interface/filter'
import type { Session } from '../../../../core/database/session'

/** How the service of this copy reads conditions: remembered, so that counts are its own offline too. */
export class ReadingSetting {
  #value: FilterReading

  constructor(private readonly session: Session) {
    this.#value = z
      .enum(filterReadings)
      .parse(session.db.prepare('SELECT filter_reading FROM meta').pluck().get())
  }

  get value(): FilterReading {
    return this.#value
  }

  /** From now on conditions mean this. */
  use(reading: FilterReading): void {
    if (reading === this.#value) return
    const { db } = this.session
    this.session.write(() => db.prepare('UPDATE meta SET filter_reading = ?').run(reading))
    this.#value = reading
  }
}
