import { randomBytes } from 'node:crypto'
import type { DialectName } from '../../../src-service/dialect/dialect'
import type { Answer, Question } from '../service/open'

/** How the record-management interface is reached: its own address, its own credentials (interface.md section 4). */
export interface RecordsAccess {
  /** Without a slash at the end. */
  url: string
  token: string
  companyId: string
  workspaceId: string
  /** A request to it. `path` begins with `/v1/`; the token and the company are sent unless `headers` says otherwise. */
  ask(method: string, path: string, question?: RecordsQuestion): Promise<Answer>
}

/** A request to the record-management interface: null in `token` or `company` leaves that header out. */
export interface RecordsQuestion {
  body?: unknown
  /** A body that is sent as it is. */
  text?: string
  token?: string | null
  company?: string | null
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
  records: RecordsAccess | null
  /** Undefined where it cannot be done: a deployed service. */
  setDisabled?(disabled: boolean): void
  /** Deletes this path when the suite is done with the service. */
  keep(path: string): void
  /** Deletes what was kept, and closes the service if it was opened for the suite. */
  end(): Promise<void>
}

/** Where the service came from, known before it is open. */
export interface Target {
  name: string
  /** Null: a deployed service, whose form is found out from its answers. */
  dialect: DialectName | null
  open(wishes?: SubjectWishes): Promise<Subject>
}

/** What only a service that is opened for the suite can be given. */
export interface SubjectWishes {
  /** Requests a minute. */
  rate?: number
  /** Sample contacts. */
  contacts?: number
  /** Address of a resolver. */
  dns?: string
}

/** Marks everything that this run creates: nothing else on a service has it in its name. */
export const prefix = `conformance-${randomBytes(5).toString('hex')}`
let count = 0

/** A name that nothing else has. */
export const uniqueName = (what = 'thing'): string => `${prefix}-${what}-${++count}`

/** An address that nobody has, at a domain that is reserved for this (RFC 2606). */
export const uniqueAddress = (what = 'person'): string => `${uniqueName(what)}@example.com`
