import { Emitter } from '../../../src-shared/emitter'
import { parseBody } from './body'
import type { Caller } from './calls'
import { saidBy } from './probes'
import type { WireAnswer } from './transport'

/** An answer to a call of the console's own work, for who remembers what the service can do. */
export interface HeardAnswer {
  method: string
  /** Without its query. */
  path: string
  status: number
  /** What its refusal says, as in a `ProbeAnswer`; empty for none. */
  says: string
}

/** What is learnt of a service from all its answers. */
export class Hearing {
  #version: string | null = null
  readonly #listeners = new Emitter<HeardAnswer>()
  /** Called with every answer but those to probes. Returns the way to stop. */
  readonly watch = this.#listeners.add

  /** What the service calls its version; null where it never said. */
  get version(): string | null {
    return this.#version
  }

  /** A caller whose answers are heard. */
  through(call: Caller): Caller {
    return async (asked, options) => {
      const made = await call(asked, options)
      this.#version = versionOf(made.answer) ?? this.#version
      if (!asked.probes && this.#listeners.size > 0) this.#tell(asked.method, asked.path, made.answer)
      return made
    }
  }

  #tell(method: string, path: string, { status, text }: WireAnswer): void {
    const bare = path.replace(/\?.*$/, '')
    const says = status < 400 ? '' : saidBy(status, parseBody(text), path)
    this.#listeners.emit({ method, path: bare, status, says })
  }
}

function versionOf({ headers }: WireAnswer): string | null {
  const found = headers['x-api-version'] ?? headers['x-version'] ?? headers['api-version']
  const text = Array.isArray(found) ? found[0] : found
  return text ? text.replace(/[^\x20-\x7e]/g, '').slice(0, 60) : null
}
