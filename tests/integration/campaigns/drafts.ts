import { z } from 'zod'
import type { RunningService } from '../../fixtures/service'

const idSchema = z.union([
  z.looseObject({ id: z.string() }),
  z.looseObject({ data: z.looseObject({ id: z.string() }) }).transform(({ data }) => data),
])
const projectSchema = z.object({ data: z.tuple([z.object({ projectId: z.string() })]) })
const domainsSchema = z.looseObject({ domain: z.string() })

/** Makes a draft to everyone at a service, from its verified domain; answers its id. */
export async function aDraft(service: RunningService, more: object = {}): Promise<string> {
  const headers = { authorization: `Bearer ${service.secretKey}`, 'content-type': 'application/json' }
  const get = async (path: string) => (await fetch(service.url + path, { headers })).json()
  // Deployed services list domains by the project alone, whose id any record has.
  const project = projectSchema.safeParse(await get('/contacts?limit=1'))
  const domain = firstDomain(
    await get(project.success ? `/domains/project/${project.data.data[0].projectId}` : '/domains'),
  )
  const body = JSON.stringify({
    name: 'News of January',
    subject: 'News for {{firstName ?? "you"}}',
    body: '<p>Hello {{firstName ?? "there"}}</p><p><a href="{{unsubscribeUrl}}">Unsubscribe</a></p>',
    from: `news@${domain}`,
    audienceType: 'ALL',
    ...more,
  })
  const made = await fetch(`${service.url}/campaigns`, { method: 'POST', headers, body })
  if (!made.ok) throw new Error(`No draft: ${made.status} ${await made.text()}`)
  return idSchema.parse(await made.json()).id
}

/** The first domain of a list, whichever form it came in. */
function firstDomain(listed: unknown): string {
  const found: string[] = []
  JSON.stringify(listed, (_key, value: unknown) => {
    const read = domainsSchema.safeParse(value)
    if (read.success) found.push(read.data.domain)
    return value
  })
  const [first] = found
  if (first === undefined) throw new Error('The service has no domain')
  return first
}
