import { expect, onTestFinished } from 'vitest'
import type { DeployedService } from '../../../fixtures/deployed-service/start'
import type { Options } from '../../../fixtures/deployed-service/options'
import { startDeployedService } from '../../../fixtures/deployed-service/start'

/** The time of a service in these tests, until a test moves it. */
export const noon = Date.UTC(2026, 8, 1, 12)

/** A time that stands still until it is moved. */
export interface TestClock {
  now: number
}

/** A service of one test, stopped with it. */
export async function started(
  options: Options = {},
  clock: TestClock = { now: noon },
): Promise<DeployedService> {
  const service = await startDeployedService({ clock: () => clock.now, ...options })
  onTestFinished(() => service.stop())
  return service
}

/** What came back. */
export interface Answered {
  status: number
  /** What its JSON says, its text where it is none, null where there is nothing. */
  body: unknown
  headers: Headers
}

export interface With {
  /** The `Authorization` header; null: none. The secret key unless said, on /v1/track the public one. */
  authorization?: string | null
  headers?: Record<string, string>
}

/** A service to ask, over HTTP or in this process. */
export interface Asked {
  secretKey: string
  publicKey: string
  /** Where it listens, or how it is asked. */
  url?: string
  send?: (path: string, init: RequestInit) => Promise<Response>
}

/** Asks a service: `POST /contacts`, and a body that is sent as JSON unless it is a form. */
export async function call(
  { url = '', send = (path, init) => fetch(url + path, init), secretKey, publicKey }: Asked,
  asks: string,
  body?: unknown,
  { authorization, headers = {} }: With = {},
): Promise<Answered> {
  const [method, path = ''] = asks.split(' ')
  const key =
    authorization === undefined ? `Bearer ${path === '/v1/track' ? publicKey : secretKey}` : authorization
  const isForm = body instanceof FormData
  const response = await send(path, {
    method,
    headers: {
      ...(key === null ? {} : { Authorization: key }),
      ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    redirect: 'manual',
    ...(body === undefined ? {} : { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: response.status, body: parsed(await response.text()), headers: response.headers }
}

function parsed(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A member of an answer, however deep; a test that reads one that is not there fails. */
export function member(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>((within, key) => {
    if (typeof within !== 'object' || within === null) throw new Error(`There is no ${path.join('.')}`)
    return Reflect.get(within, key)
  }, value)
}

/** A text in an answer, such as an id. */
export function textAt(value: unknown, ...path: (string | number)[]): string {
  const found = member(value, ...path)
  if (typeof found !== 'string') throw new Error(`${path.join('.')} is no text`)
  return found
}

/** The standard body of a refusal. */
export function standard(status: number, code: string, message: unknown = expect.any(String)) {
  return {
    status,
    body: { success: false, error: { code, message, statusCode: status }, timestamp: expect.any(String) },
  }
}

/** The standard body of what is thrown without a code. */
export function plain(status: number, message?: string) {
  return standard(status, 'INTERNAL_SERVER_ERROR', message)
}

/** `{"error": "text"}`. */
export function flat(status: number, error: unknown = expect.any(String)) {
  return { status, body: { error } }
}

/** 422 with this field at fault. */
export function invalid(field: string, code?: string) {
  const issue = expect.objectContaining({ field, message: expect.any(String), ...(code ? { code } : {}) })
  const error = {
    code: 'VALIDATION_ERROR',
    message: 'Request validation failed',
    statusCode: 422,
    errors: expect.arrayContaining([issue]),
  }
  return { status: 422, body: { success: false, error } }
}

/** One line of a table: a sentence, a call, and what must come back. */
export interface Line {
  says: string
  asks: string
  body?: unknown
  with?: With
  answers: { status: number; body?: unknown }
}
