/**
 * The Content Security Policy of the page, sent as a header by both hosts. Nothing is allowed but what is named.
 * `style-src 'unsafe-inline'`: Naive UI writes its styles into <style> elements at run time and offers no nonce.
 * `connect` is where the page may open connections to: nowhere in the desktop app, whose bridge is a MessagePort.
 */
function contentSecurityPolicy(connect: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${connect.length === 0 ? "'none'" : connect.join(' ')}`,
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
  ].join('; ')
}

/** The headers of everything that either host serves. */
export function securityHeaders(connect: readonly string[]): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(connect),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), usb=(), clipboard-read=()',
  }
}
