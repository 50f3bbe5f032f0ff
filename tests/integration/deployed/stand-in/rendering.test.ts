import { describe, expect, it } from 'vitest'
import type { Options } from '../../../fixtures/deployed-service/options'
import type { DeployedService } from '../../../fixtures/deployed-service/start'
import { call, started, textAt } from './calls'

const data = {
  name: 'Ada',
  plan: 'pro',
  'first name': 'Ada L.',
  tags: ['a', 'b'],
  zero: 0,
  html: '<b>x</b>',
  of: { team: 'blue' },
}
const from = 'news@example.com'

/** The body that a campaign has for Ada. */
async function campaignBody(body: string, options?: Options, more: object = {}): Promise<DeployedService> {
  const service = await started(options)
  service.add({ email: 'ada@example.com', data })
  const made = await call(service, 'POST /campaigns', {
    name: 'C',
    subject: 'S',
    from,
    audienceType: 'ALL',
    body,
    ...more,
  })
  await call(service, `POST /campaigns/${textAt(made.body, 'data', 'id')}/send`, {})
  return service
}

const sentBody = (service: DeployedService) =>
  service.state.emails.all()[0]?.body.replace(/<p><a href="https:\/\/dashboard.*$/, '')

describe('rendering (deployed.md section 9)', () => {
  it.each([
    ['a value at the top and under data', '{{name}} {{ data.plan }} {{of.team}}', 'Ada pro blue'],
    ['nothing for what is missing', '[{{nobody}}]', '[]'],
    ['a text instead of what is missing', "{{nobody ?? 'there'}} {{nobody ?? you}}", 'there you'],
    ['a text instead of 0', '{{zero ?? none}}', 'none'],
    ['a value where there is one', "{{name ?? 'there'}}", 'Ada'],
    ['a name with a space in it', '{{first name}}', 'Ada L.'],
    ['a list as items', '<ul>{{tags}}</ul>', '<ul><li>a</li><li>b</li></ul>'],
    ['a list that was joined', "{{tags | join: '+'}}", 'a+b'],
    ['a value without escaping it', '{{html}}', '<b>x</b>'],
    ['conditions by truth as JavaScript has it', '{% if zero %}yes{% else %}no{% endif %}', 'no'],
    ['loops', '{% for tag in tags %}{{tag}};{% endfor %}', 'a;b;'],
  ])('has %s', async (_says, body, shown) => {
    expect(sentBody(await campaignBody(body))).toBe(shown)
  })

  it('fills plain placeholders alone where a text cannot be read', async () => {
    const service = await started()
    service.add({ email: 'ada@example.com', data })
    const made = await call(service, 'POST /campaigns', {
      name: 'C',
      subject: 'S',
      from,
      audienceType: 'ALL',
      body: 'B',
    })
    const id = textAt(made.body, 'data', 'id')
    const campaign = service.state.campaigns.get(id)
    if (campaign) campaign.body = '{% if %}{{name}} {{nobody ?? you}}'
    await call(service, `POST /campaigns/${id}/send`, {})
    expect(sentBody(service)).toBe('{% if %}Ada you')
  })

  it('fills placeholders alone in spring', async () => {
    const service = await campaignBody('{{name}} {% if plan %}x{% endif %}', { generation: 'spring' })
    expect(sentBody(service)).toBe('Ada {% if plan %}x{% endif %}')
  })

  it('adds a footer to marketing, and a way out of it for mail programs', async () => {
    const service = await campaignBody('Hello')
    const [email] = service.state.emails.all()
    const link = `https://dashboard.test/unsubscribe/${email?.contactId}?e=${email?.id}`
    expect(email).toMatchObject({ class: 'marketing', headers: { 'List-Unsubscribe': `<${link}>` } })
    expect(email?.body).toContain(`href="${link}"`)
  })

  it('adds no footer to HEADLESS mails, and a way out only where they have one', async () => {
    const without = await campaignBody('Hello', {}, { type: 'HEADLESS' })
    expect(without.state.emails.all()).toMatchObject([{ class: 'headless', body: 'Hello', headers: {} }])
    const own = await campaignBody('{{unsubscribeUrl}}', {}, { type: 'HEADLESS' })
    expect(own.state.emails.all()[0]?.headers).toHaveProperty('List-Unsubscribe')
  })
})

describe('rendering in /v1/send (deployed.md section 9)', () => {
  it.each([
    ['fills words of the request first', '{{code}}', '7'],
    ['keeps the quotes of a text', "{{nobody ?? 'there'}}", "'there'"],
    ['joins lists by commas', '{{tags}}', 'a,b'],
    ['lets unknown words vanish', '[{{nobody}}]', '[]'],
    ['fills the variable of a loop too early', '{% for tag in tags %}{{tag}};{% endfor %}', ';;'],
    [
      'knows stored data alone in Liquid',
      '{% if code %}yes{% else %}no{% endif %} {{plan | upcase}}',
      'no PRO',
    ],
  ])('%s', async (_says, body, shown) => {
    const service = await started()
    service.add({ email: 'ada@example.com', data })
    const code = { value: 7, persistent: false }
    await call(service, 'POST /v1/send', { to: 'ada@example.com', subject: 'S', body, from, data: { code } })
    expect(sentBody(service)).toBe(shown)
  })

  it('is transactional even with a marketing template', async () => {
    const service = await started()
    service.add({ email: 'ada@example.com' })
    const made = await call(service, 'POST /templates', {
      name: 'T',
      subject: 'S',
      body: 'B',
      from,
      type: 'MARKETING',
    })
    await call(service, 'POST /v1/send', { to: 'ada@example.com', template: textAt(made.body, 'id') })
    expect(service.state.emails.all()).toMatchObject([{ class: 'transactional', body: 'B', headers: {} }])
  })
})
