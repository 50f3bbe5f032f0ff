import type { SpecifiedName } from '../../../src-service/dialect/dialects'
import { randomBytes } from 'node:crypto'
import type { DnsServer } from '../../fixtures/dns-server'
import type { Answer, Opened, Question } from '../service/open'

/** How the record-management interface is asked: it has an address and credentials of its own (interface.md section 4). */
export interface Records {
  workspaceId: string
  /** `path` begins with `/v1/`; the token and the company are sent unless the question says otherwise. */
  ask: Opened['askRecords']
}

/** The service that the suite asks. */
export interface Subject {
  ask(method: string, path: string, question?: Question): Promise<Answer>
  secretKey: string
  publicKey: string
  /** An address at a domain that may send; null where none is known. */
  sender: string | null
  /** Who may get a message; null where nobody may. */
  recipient: string | null
  records: Records | null
  /** What only a service that was opened for the suite has; null for a deployed one. */
  inside: { setDisabled(disabled: boolean): Promise<unknown>; dns: DnsServer } | null
  /** Deletes this path when the suite is done with the service. */
  keep(path: string): void
  /** Deletes what was kept, and closes the service if it was opened for the suite. */
  end(): Promise<void>
}

/** Where the service came from, known before it is open. */
export interface Target {
  name: string
  /** Null: a deployed service, whose form is found out from its answers. */
  dialect: SpecifiedName | null
  open(wishes?: SubjectWishes): Promise<Subject>
}

/** What only a service that is opened for the suite can be given. */
export interface SubjectWishes {
  /** Requests a minute. */
  rate?: number
  /** Sample contacts. */
  contacts?: number
}

/** Marks everything that this run creates: nothing else on a service has it in its name. */
export const prefix = `conformance-${randomBytes(5).toString('hex')}`
let count = 0

/** A name that nothing else has. */
export const uniqueName = (what = 'thing'): string => `${prefix}-${what}-${++count}`

/** An address that nobody has, at a domain that is reserved for this (RFC 2606). */
export const uniqueAddress = (what = 'person'): string => `${uniqueName(what)}@example.com`
