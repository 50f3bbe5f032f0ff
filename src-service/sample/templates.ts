import type { CreateTemplateRequest } from '../../src-shared/interface/template'
import { type Letter, letterHtml, page } from './letter'

/** The domain that the sample's mail is sent from, and the mailboxes on it. */
export const mailDomain = 'mail.harbournotes.app'
/** Whom the sample's mail is from. */
export const sender = { from: `hello@${mailDomain}`, fromName: 'Harbour Notes' }

/** The templates by the name under which the sample's workflows send them. */
export type TemplateKey = 'welcome' | 'first note' | 'trial over' | 'payment failed'

/** A template of the sample. */
export interface SampleTemplate {
  key?: TemplateKey
  /** How many days before the end of the sample it was made. */
  daysBefore: number
  request: CreateTemplateRequest
}

const hello = "Hello {{firstName ?? 'there'}},"

function template(
  daysBefore: number,
  about: { key?: TemplateKey; name: string; description?: string; subject: string; replyTo?: string },
  letter: Letter,
): SampleTemplate {
  const { key, replyTo = null, description = null, name, subject } = about
  const type = letter.kind === 'news' ? 'MARKETING' : 'TRANSACTIONAL'
  const request: CreateTemplateRequest = {
    ...{ name, description, subject, type, replyTo, ...sender },
    body: letterHtml(letter),
  }
  return { ...(key && { key }), daysBefore, request }
}

/** The templates of the sample, oldest first. */
export const sampleTemplates: readonly SampleTemplate[] = [
  template(
    724,
    { name: 'Sign-in link', description: 'Valid for 15 minutes. Needs data.link.', subject: 'Your way in' },
    {
      kind: 'notice',
      preview: 'The link works once, for 15 minutes.',
      heading: 'Sign in to Harbour Notes',
      paragraphs: [
        hello,
        'Use this link to sign in. It works once, for 15 minutes, on any device.',
        'If it was not you who asked, nothing happens: leave the link alone.',
      ],
      button: { label: 'Sign in', url: '{{link}}' },
    },
  ),
  template(
    718,
    {
      name: 'Receipt',
      description: 'Sent for every paid invoice. Needs number, amount and currency.',
      subject: 'Receipt {{number}}',
      replyTo: `billing@${mailDomain}`,
    },
    {
      kind: 'notice',
      preview: 'Paid: {{amount}} {{currency}}',
      heading: 'Thank you for your payment',
      paragraphs: [hello, 'We received what invoice {{number}} asks for. Nothing is left to do.'],
      points: [
        'Invoice: {{number}}',
        'Amount: {{amount}} {{currency}}',
        "Plan: {{plan ?? 'pro'}}, seats: {{seats ?? '1'}}",
        "Billed to: {{company ?? 'you'}}",
      ],
      button: { label: 'See the invoice', url: page('account/invoices/{{number}}') },
    },
  ),
  template(
    690,
    {
      key: 'payment failed',
      name: 'Payment failed',
      description: 'Asks for another card before the plan ends.',
      subject: 'Your payment did not go through',
      replyTo: `billing@${mailDomain}`,
    },
    {
      kind: 'notice',
      preview: 'Your notes stay where they are. We try again in three days.',
      heading: 'Your payment did not go through',
      paragraphs: [
        hello,
        "Your bank did not accept our last charge ({{reason ?? 'no reason was given'}}). We try again in three days.",
        'Your notes stay where they are. Should it fail again, your account goes back to the free plan.',
      ],
      button: { label: 'Change the card', url: page('account/card') },
    },
  ),
  template(
    655,
    {
      name: 'Weather alert',
      description: 'Needs beaufort and port.',
      subject: 'Wind of force {{beaufort}} ahead',
    },
    {
      kind: 'notice',
      preview: "Force {{beaufort}} near {{port ?? 'your port'}}",
      heading: 'Wind of force {{beaufort}} ahead',
      paragraphs: [
        hello,
        "The forecast for {{port ?? 'your port'}} has wind of force {{beaufort}} within the next 24 hours.",
        'Check your lines and fenders, and tell the crew who are on board.',
      ],
      button: { label: 'Open the forecast', url: page('weather') },
    },
  ),
  template(
    610,
    {
      name: 'Berth confirmed',
      description: 'Needs berth and nights.',
      subject: 'Berth {{berth}} is yours',
      replyTo: `berths@${mailDomain}`,
    },
    {
      kind: 'notice',
      preview: '{{nights}} nights from your arrival',
      heading: 'Berth {{berth}} is yours',
      paragraphs: [
        hello,
        'The harbour office confirmed your booking: berth {{berth}}, {{nights}} nights.',
        'Call on channel 12 when you pass the breakwater. Power is on the post, water at the head of the pier.',
      ],
      button: { label: 'See the berth on the chart', url: page('berths/{{berth}}') },
    },
  ),
  template(
    540,
    {
      name: 'Monthly notes',
      description: 'What the monthly notes are written in.',
      subject: 'Notes from the harbour',
    },
    {
      kind: 'news',
      preview: 'What is new, in two minutes.',
      heading: 'Notes from the harbour',
      paragraphs: [
        hello,
        "Here is what changed in Harbour Notes this month, and what to look out for around {{city ?? 'your port'}}.",
      ],
      points: ['First piece of news', 'Second piece of news', 'Third piece of news'],
      button: { label: 'Read all of it', url: page('news') },
    },
  ),
  template(
    47,
    {
      key: 'welcome',
      name: 'Welcome',
      description: 'The first mail after signing up.',
      subject: 'Welcome aboard',
    },
    {
      kind: 'notice',
      preview: 'Three things to do first.',
      heading: "Welcome aboard, {{firstName ?? 'sailor'}}",
      paragraphs: [
        'Harbour Notes keeps your log, your charts and your crew in one place, on land and afloat.',
        'Three things to do first:',
      ],
      points: [
        '<strong>Write a note.</strong> Where you are and what you saw is enough.',
        '<strong>Add a device.</strong> Notes find their way to it, with or without a network.',
        "<strong>Name your port.</strong> Tides and weather follow it: yours is {{city ?? 'not set yet'}}.",
      ],
      button: { label: 'Write the first note', url: page('notes/new') },
    },
  ),
  template(
    46,
    {
      key: 'first note',
      name: 'The first note',
      description: 'Two days after signing up, to those who have not written yet.',
      subject: 'Your log is still empty',
    },
    {
      kind: 'notice',
      preview: 'One line is enough to begin.',
      heading: 'One line is enough',
      paragraphs: [
        hello,
        'A log is easier to keep than to begin. One line is enough: the place, the wind, who was there.',
        'Most of our sailors write theirs with the engine already off and the kettle on.',
      ],
      button: { label: 'Write a line', url: page('notes/new') },
    },
  ),
  template(
    44,
    {
      key: 'trial over',
      name: 'Trial over',
      description: 'When a trial ends without a plan.',
      subject: 'Your trial has ended',
      replyTo: `billing@${mailDomain}`,
    },
    {
      kind: 'notice',
      preview: 'Everything you wrote is still yours.',
      heading: 'Your trial has ended',
      paragraphs: [
        hello,
        'Your 14 days are over, and your account is on the free plan now. Everything you wrote is still yours.',
        'Shared notes can be read, not changed, until somebody of your crew has a plan.',
      ],
      button: { label: 'Compare the plans', url: page('plans') },
    },
  ),
]
