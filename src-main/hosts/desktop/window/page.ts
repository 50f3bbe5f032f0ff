import type { Protocol, Session } from 'electron'
import { readAsset, type Assets, type PageBeginning } from './assets'
import { securityHeaders } from './csp'
import { pageOrigin } from './policy'

/** The scheme's rights: a standard, secure origin, so that the page's modules load and its storage is its own. */
export function registerScheme(protocol: Protocol): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** Has Node read what pages are answered with, which takes 15 ms at the first answer: while the process of the page starts. */
export function readyAnswers(): void {
  void new Response(null)
}

/** Serves the built page at app://ui/, and nothing else (docs/security.md, C2). */
export function servePage(session: Session, assets: Assets, beginning: PageBeginning): void {
  const headers = securityHeaders([])
  session.protocol.handle('app', async (request) => {
    const refuse = (status: number) => new Response(null, { status, headers })
    if (request.method !== 'GET') return refuse(405)
    const url = new URL(request.url)
    if (`${url.protocol}//${url.host}` !== pageOrigin) return refuse(400)
    const found = assets(url.pathname)
    if ('status' in found) return refuse(found.status)
    const body = await readAsset(found, beginning)
    return new Response(body, { headers: { ...headers, 'Content-Type': found.type } })
  })
}
