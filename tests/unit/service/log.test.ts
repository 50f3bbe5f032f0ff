import { describe, expect, it } from 'vitest'
import { createLog, type LogForm } from '../../../src-service/log'

function opened(form: LogForm) {
  const lines: string[] = []
  return { log: createLog(form, { write: (line) => lines.push(line) }), lines }
}

const request = { requestId: 'req_1', method: 'GET', route: '/contacts/:id', status: 200, ms: 1.5 }

describe('the log of the service', () => {
  it('is sentences, and says nothing of what goes well', () => {
    const { log, lines } = opened('text')
    log.note('ready')
    log.request(request)
    log.warn('set-aside', 'It was kept.')
    log.failed('A job', new TypeError('somebody@example.com'))
    expect(lines[0]).toBe('It was kept.\n')
    expect(lines[1]).toMatch(/^A job failed: TypeError\n {4}at /)
    expect(lines).toHaveLength(2)
  })

  it('is a JSON line an event, requests among them', () => {
    const { log, lines } = opened('json')
    log.note('ready')
    log.request(request)
    log.warn('set-aside', 'It was kept.')
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      { level: 30, time: expect.any(Number), msg: 'ready' },
      { level: 30, time: expect.any(Number), msg: 'request', ...request },
      { level: 40, time: expect.any(Number), msg: 'set-aside', detail: 'It was kept.' },
    ])
  })

  it('is one line for an error with its places, without what it may quote and without keys', () => {
    const { log, lines } = opened('json')
    log.failed('Bearer sk_0123456789', new TypeError('somebody@example.com'))
    expect(lines).toHaveLength(1)
    expect(lines[0]?.trimEnd()).not.toContain('\n')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 50,
      msg: 'failed',
      what: '[key]',
      detail: expect.stringMatching(/^TypeError\n {4}at /),
    })
    expect(lines[0]).not.toContain('somebody')
  })
})
