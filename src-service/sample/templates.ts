import type { CreateTemplateRequest } from '../../src-shared/interface/template'
import { type Letter, letterHtml, page } from './letter'

/** The domain that the sample's mail is sent from, and the mailboxes on it. */
export const mailDomain = 'mail.harbournotes.app'
/** Whom the sample's mail is from. */
export const sender = { from: `hello@${mailDomain}`, fromName: 'Harbour Notes' }

/** The templates by the name under which the sample's workflows send them. */
export type TemplateKey = 'welcome' | 'first note' | 'trial over' | 'payment failed'

interface SampleTemplate {
  key?: TemplateKey
  /** How many days before the end of the sample it was made. */
  daysBefore: number
  request: CreateTemplateRequest
}

/** What a template of the sample says. */
interface Wording extends Omit<Letter, 'heading' | 'kind' | 'paragraphs'> {
  key?: TemplateKey
  subject: string
  replyTo?: string
  /** The subject unless said. */
  heading?: string
  /** A line is a paragraph. */
  text: string
  /** A notice unless said. */
  kind?: Letter['kind']
}

const hello = "Hello {{firstName ?? 'there'}},"
const billing = `billing@${mailDomain}`

function template(
  daysBefore: number,
  name: string,
  description: string,
  { key, subject, replyTo, heading = subject, text, kind = 'notice', ...letter }: Wording,
): SampleTemplate {
  const type = kind === 'news' ? 'MARKETING' : 'TRANSACTIONAL'
  const paragraphs = text.split('\n').map((line) => line.trim())
  const request: CreateTemplateRequest = {
    ...{ name, description, subject, type, replyTo: replyTo ?? null, ...sender },
    body: letterHtml({ ...letter, heading, kind, paragraphs }),
  }
  return { ...(key && { key }), daysBefore, request }
}

/** The templates of the sample, oldest first. */
export const sampleTemplates: readonly SampleTemplate[] = [
  template(724, 'Sign-in link', 'Valid for 15 minutes. Needs data.link.', {
    subject: 'Your way in',
    preview: 'The link works once, for 15 minutes.',
    heading: 'Sign in to Harbour Notes',
    text: `${hello}
      Use this link to sign in. It works once, for 15 minutes, on any device.
      If it was not you who asked, nothing happens: leave the link alone.`,
    button: { label: 'Sign in', url: '{{link}}' },
  }),
  template(718, 'Receipt', 'Sent for every paid invoice. Needs number, amount and currency.', {
    subject: 'Receipt {{number}}',
    replyTo: billing,
    preview: 'Paid: {{amount}} {{currency}}',
    heading: 'Thank you for your payment',
    text: `${hello}
      We received what invoice {{number}} asks for. Nothing is left to do.`,
    points: [
      'Invoice: {{number}}',
      'Amount: {{amount}} {{currency}}',
      "Plan: {{plan ?? 'pro'}}, seats: {{seats ?? '1'}}",
      "Billed to: {{company ?? 'you'}}",
    ],
    button: { label: 'See the invoice', url: page('account/invoices/{{number}}') },
  }),
  template(690, 'Payment failed', 'Asks for another card before the plan ends.', {
    key: 'payment failed',
    subject: 'Your payment did not go through',
    replyTo: billing,
    preview: 'Your notes stay where they are. We try again in three days.',
    text: `${hello}
      Your bank did not accept our last charge ({{reason ?? 'no reason was given'}}). We try again in three days.
      Your notes stay where they are. Should it fail again, your account goes back to the free plan.`,
    button: { label: 'Change the card', url: page('account/card') },
  }),
  template(655, 'Weather alert', 'Needs beaufort and port.', {
    subject: 'Wind of force {{beaufort}} ahead',
    preview: "Force {{beaufort}} near {{port ?? 'your port'}}",
    text: `${hello}
      The forecast for {{port ?? 'your port'}} has wind of force {{beaufort}} within the next 24 hours.
      Check your lines and fenders, and tell the crew who are on board.`,
    button: { label: 'Open the forecast', url: page('weather') },
  }),
  template(610, 'Berth confirmed', 'Needs berth and nights.', {
    subject: 'Berth {{berth}} is yours',
    replyTo: `berths@${mailDomain}`,
    preview: '{{nights}} nights from your arrival',
    text: `${hello}
      The harbour office confirmed your booking: berth {{berth}}, {{nights}} nights.
      Call on channel 12 when you pass the breakwater. Power is on the post, water at the head of the pier.`,
    button: { label: 'See the berth on the chart', url: page('berths/{{berth}}') },
  }),
  template(540, 'Monthly notes', 'What the monthly notes are written in.', {
    kind: 'news',
    subject: 'Notes from the harbour',
    preview: 'What is new, in two minutes.',
    text: `${hello}
      Here is what changed in Harbour Notes this month, and what to look out for around {{city ?? 'your port'}}.`,
    points: ['First piece of news', 'Second piece of news', 'Third piece of news'],
    button: { label: 'Read all of it', url: page('news') },
  }),
  template(47, 'Welcome', 'The first mail after signing up.', {
    key: 'welcome',
    subject: 'Welcome aboard',
    preview: 'Three things to do first.',
    heading: "Welcome aboard, {{firstName ?? 'sailor'}}",
    text: `Harbour Notes keeps your log, your charts and your crew in one place, on land and afloat.
      Three things to do first:`,
    points: [
      '<strong>Write a note.</strong> Where you are and what you saw is enough.',
      '<strong>Add a device.</strong> Notes find their way to it, with or without a network.',
      "<strong>Name your port.</strong> Tides and weather follow it: yours is {{city ?? 'not set yet'}}.",
    ],
    button: { label: 'Write the first note', url: page('notes/new') },
  }),
  template(46, 'The first note', 'Two days after signing up, to those who have not written yet.', {
    key: 'first note',
    subject: 'Your log is still empty',
    preview: 'One line is enough to begin.',
    heading: 'One line is enough',
    text: `${hello}
      A log is easier to keep than to begin. One line is enough: the place, the wind, who was there.
      Most of our sailors write theirs with the engine already off and the kettle on.`,
    button: { label: 'Write a line', url: page('notes/new') },
  }),
  template(44, 'Trial over', 'When a trial ends without a plan.', {
    key: 'trial over',
    subject: 'Your trial has ended',
    replyTo: billing,
    preview: 'Everything you wrote is still yours.',
    text: `${hello}
      Your 14 days are over, and your account is on the free plan now. Everything you wrote is still yours.
      Shared notes can be read, not changed, until somebody of your crew has a plan.`,
    button: { label: 'Compare the plans', url: page('plans') },
  }),
]
