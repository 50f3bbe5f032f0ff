import { describe, expect, it } from 'vitest'
import { securityHeaders } from '../../../src-main/hosts/desktop/window/csp'

const contentSecurityPolicy = (connect: readonly string[]): string =>
  securityHeaders(connect)['Content-Security-Policy'] ?? ''

const directives = (policy: string) =>
  new Map(policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]))

describe('the content security policy', () => {
  it('allows nothing that is not named', () => {
    expect(directives(contentSecurityPolicy([])).get('default-src')).toBe("'none'")
  })

  it('runs scripts of our own files alone', () => {
    expect(directives(contentSecurityPolicy([])).get('script-src')).toBe("'self'")
  })

  it('never allows eval, wildcards or other schemes', () => {
    expect(contentSecurityPolicy(["'self'"])).not.toMatch(/unsafe-eval|\*|https?:(?!\/\/127)|blob:/)
  })

  it('allows no connection where none is given, and only those that are', () => {
    expect(directives(contentSecurityPolicy([])).get('connect-src')).toBe("'none'")
    const own = ["'self'", 'ws://127.0.0.1:8080']
    expect(directives(contentSecurityPolicy(own)).get('connect-src')).toBe("'self' ws://127.0.0.1:8080")
  })

  it.each(['frame-ancestors', 'frame-src', 'base-uri', 'form-action', 'object-src'])('shuts %s', (name) => {
    expect(directives(contentSecurityPolicy([])).get(name)).toBe("'none'")
  })

  it('comes with the headers that keep other sites out', () => {
    expect(securityHeaders([])).toMatchObject({
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
    })
  })
})
