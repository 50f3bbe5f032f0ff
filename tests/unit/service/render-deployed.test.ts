import { describe, expect, it } from 'vitest'
import type { MailContent } from '../../../src-service/mail/message'
import { renderDeployed } from '../../../src-service/mail/render-deployed'

const links = {
  unsubscribeUrl: 'https://post.example/unsubscribe/abc',
  subscribeUrl: 'https://post.example/subscribe/abc',
  manageUrl: 'https://post.example/manage/abc',
}
const ada = {
  id: 'c0ffee',
  email: 'ada@example.com',
  data: {
    name: 'Ada',
    plan: 'pro',
    'first name': 'Ada L.',
    tags: ['a', 'b'],
    zero: 0,
    html: '<b>x</b>',
    of: { team: 'blue' },
  },
}
const filled = (content: Partial<MailContent>) =>
  renderDeployed(
    { kind: 'HEADLESS', subject: 'S', body: 'B', data: {}, origin: 'campaign', ...content },
    ada,
    links,
  )

describe('a campaign is filled in by Liquid', () => {
  it.each([
    ['a value at the top and under data', '{{name}} {{ data.plan }} {{of.team}}', 'Ada pro blue'],
    ['nothing for what is missing', '[{{nobody}}]', '[]'],
    ['a text instead of what is missing', "{{nobody ?? 'there'}} {{nobody ?? you}}", 'there you'],
    ['a text instead of 0', '{{zero ?? none}}', 'none'],
    ['a name with a space in it', '{{first name}}', 'Ada L.'],
    ['a list as items', '<ul>{{tags}}</ul>', '<ul><li>a</li><li>b</li></ul>'],
    ['a value without escaping it', '{{html}}', '<b>x</b>'],
    ['conditions by truth as JavaScript has it', '{% if zero %}yes{% else %}no{% endif %}', 'no'],
    ['its own links', '{{unsubscribeUrl}}', links.unsubscribeUrl],
    ['plain placeholders alone where it cannot be read', '{% if %}{{name}}', '{% if %}Ada'],
  ])('with %s', (_says, body, shown) => {
    expect(filled({ body }).html).toBe(shown)
  })

  it('in its subject, which stays one line', () => {
    expect(filled({ subject: 'Hi {{ name | upcase }}\n!' }).subject).toBe('Hi ADA !')
  })

  it('and is no other template language where an event of a workflow has a word of the same name', () => {
    const data = { name: 'Event', event: { name: 'Event' } }
    const body = '{{name}} {{event.name}} {{data.name}}'
    expect(filled({ origin: 'workflow', data, body }).html).toBe('Event Event Ada')
  })
})

describe('a message of its own is filled in twice', () => {
  it.each([
    ['words of the request first', '{{code}}', '7'],
    ['the quotes of a text kept', "{{nobody ?? 'there'}}", "'there'"],
    ['lists joined by commas', '{{tags}}', 'a,b'],
    ['unknown words gone', '[{{nobody}}]', '[]'],
    ['an object as JSON', '{{of}}', '{"team":"blue"}'],
    ['the variable of a loop too early', '{% for tag in tags %}{{tag}};{% endfor %}', ';;'],
    ['stored data alone in Liquid', '{% if code %}yes{% else %}no{% endif %} {{plan | upcase}}', 'no PRO'],
  ])('with %s', (_says, body, shown) => {
    const data = { code: { value: 7, persistent: false } }
    expect(filled({ kind: 'TRANSACTIONAL', origin: 'send', body, data }).html).toBe(shown)
  })
})

describe('the way out of a mail', () => {
  it.each(['MARKETING', 'TRANSACTIONAL'] as const)('stands below a campaign of type %s', (kind) => {
    const { html, offersWayOut } = filled({ kind, body: '<body>Hello</body>' })
    expect(html).toMatch(/^<body>Hello<p .*href="https:\/\/post.example\/unsubscribe\/abc".*<\/body>$/)
    expect(offersWayOut).toBe(true)
  })

  it('is told of a HEADLESS one where it has a link of its own', () => {
    expect(filled({ body: 'Hello' })).toMatchObject({ html: 'Hello', offersWayOut: false })
    expect(filled({ body: '{{unsubscribeUrl}}' }).offersWayOut).toBe(true)
  })

  it('is not added to what is sent by itself, even from a template of type MARKETING', () => {
    expect(filled({ kind: 'MARKETING', origin: 'send', body: 'B' })).toMatchObject({
      html: 'B',
      offersWayOut: false,
    })
  })
})

it('leaves a test of a campaign as it is written', () => {
  expect(filled({ kind: 'MARKETING', origin: 'test', subject: '{{name}}', body: '{{name}}' })).toMatchObject({
    subject: '{{name}}',
    html: '{{name}}',
  })
})
