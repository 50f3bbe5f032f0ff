import type { RecordsAccess, RecordsQuestion } from './subject'

/** Asks the record-management interface as it wants to be asked: with a token and a company (interface.md section 4). */
export function recordsAccess(
  credentials: Pick<RecordsAccess, 'url' | 'token' | 'companyId' | 'workspaceId'>,
  send: (url: string, init: RequestInit) => Promise<Response> = fetch,
): RecordsAccess {
  const { url, token: ownToken, companyId } = credentials
  return {
    ...credentials,
    async ask(method, path, question: RecordsQuestion = {}) {
      const { body, text, token = ownToken, company = companyId } = question
      const sent = text ?? (body === undefined ? undefined : JSON.stringify(body))
      const answer = await send(url + path, {
        method,
        body: sent,
        headers: {
          ...(token !== null && { Authorization: `Bearer ${token}` }),
          ...(company !== null && { 'x-service-company-id': company }),
          ...(sent !== undefined && { 'Content-Type': 'application/json' }),
        },
      })
      const read = await answer.text()
      return {
        status: answer.status,
        headers: answer.headers,
        body: read === '' ? undefined : JSON.parse(read),
      }
    },
  }
}
