import { describe, expect, it } from 'vitest'
import { describeError } from '../../../src-service/log'

const withCode = (message: string, code: string, more: object = {}): Error =>
  Object.assign(new Error(message), { code }, more)

describe('what is said of an error', () => {
  it('is its kind and where it came from, without what it may quote', () => {
    let thrown: unknown
    try {
      JSON.parse('somebody@example.com')
    } catch (error) {
      thrown = error
    }
    const said = describeError(thrown)
    expect(said).toMatch(/^SyntaxError\n {4}at JSON\.parse/)
    expect(said).not.toContain('somebody')
  })

  it('leaves out a message of several lines that looks like a place', () => {
    const error = new Error('first\n    at somebody@example.com')
    error.stack = 'Error: first\n    at real.ts:1:1'
    expect(describeError(error)).toBe('Error\n    at real.ts:1:1')
  })

  it.each([
    ['database or disk is full', 'SQLITE_FULL'],
    ['disk I/O error', 'SQLITE_IOERR_WRITE'],
    ['database disk image is malformed', 'SQLITE_CORRUPT'],
  ])('says the database’s own troubles: %s', (message, code) => {
    expect(describeError(withCode(message, code))).toContain(`Error ${code}: ${message}`)
  })

  it('says the system’s own troubles', () => {
    const error = withCode('connect ECONNREFUSED 127.0.0.1:25', 'ECONNREFUSED', {
      errno: -111,
      syscall: 'connect',
    })
    expect(describeError(error)).toContain('Error ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:25')
  })

  it.each([
    ['550 no such user somebody@example.com', 'EENVELOPE'],
    ["bad JSON path: '$.somebody@example.com'", 'SQLITE_ERROR'],
  ])('leaves out what others put into their messages: %s', (message, code) => {
    expect(describeError(withCode(message, code))).not.toContain('somebody')
    expect(describeError(withCode(message, code))).toContain(code)
  })

  it.each(['text', undefined, { secret: 'sk_x' }])('is little of what is no error: %j', (thrown) => {
    expect(describeError(thrown)).toMatch(/^something that is no error \(\w+\)$/)
  })
})
