import type { CreateCampaignRequest } from '../../src-shared/interface/campaign'
import type { FilterCondition } from '../../src-shared/interface/filter'
import type { Mailing } from './calendar'
import { type Letter, letterHtml, page } from './letter'
import { mailingLetter } from './mailing-letters'
import type { SegmentKey } from './segments'
import { sender } from './templates'

/** Tells the public id of a segment. */
export type SegmentId = (key: SegmentKey) => string

const hello = "Hello {{firstName ?? 'there'}},"

function campaign(
  about: { name: string; description?: string; subject: string },
  letter: Letter,
  audience: { segmentId: string } | { audienceCondition: FilterCondition },
): CreateCampaignRequest {
  return {
    ...about,
    ...sender,
    body: letterHtml(letter),
    type: 'MARKETING',
    audienceType: 'segmentId' in audience ? 'SEGMENT' : 'FILTERED',
    ...audience,
  }
}

/** Whoever has read anything in a year, or is new: the mailings between the notes go to them. */
const awake: FilterCondition = {
  logic: 'OR',
  groups: [
    { filters: [{ field: 'email.open', operator: 'triggeredWithin', value: 365, unit: 'days' }] },
    { filters: [{ field: 'createdAt', operator: 'within', value: 60, unit: 'days' }] },
  ],
}

/** The campaign that a mailing was. `year` tells two of one subject apart. */
export function mailingCampaign(mailing: Mailing, year: number, segmentId: SegmentId): CreateCampaignRequest {
  const { subject } = mailing
  return campaign(
    { name: `${subject} ${year}`, subject },
    mailingLetter(mailing),
    subject.endsWith(' notes') ? { segmentId: segmentId('readers') } : { audienceCondition: awake },
  )
}

/** A campaign that nobody has. */
export function draft(): CreateCampaignRequest {
  return campaign(
    {
      name: 'What paying customers miss',
      description: 'A question, not an offer. The last paragraph is still open.',
      subject: 'One question, {{firstName ?? "if you have a minute"}}',
    },
    {
      kind: 'news',
      preview: 'What is missing?',
      heading: 'One question',
      paragraphs: [
        hello,
        "You have {{seats ?? 'some'}} seats on the {{plan ?? 'pro'}} plan. What would make them worth more to you?",
        'Answer this mail in one line. We read every answer, and write back.',
      ],
      button: { label: 'Answer on a page instead', url: page('question') },
    },
    {
      audienceCondition: {
        logic: 'OR',
        groups: [
          { filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] },
          { filters: [{ field: 'data.plan', operator: 'equals', value: 'team' }] },
        ],
      },
    },
  )
}

/** A campaign that goes out in some days. */
export function scheduled(segmentId: SegmentId): CreateCampaignRequest {
  return campaign(
    { name: 'Pilot: the new chart view', subject: 'Will you try the new charts?' },
    {
      kind: 'news',
      preview: 'For the pilot group, a week before everybody else.',
      heading: 'Will you try the new charts?',
      paragraphs: [
        hello,
        'The pilot group gets the new chart view a week before everybody else. It is in your app already.',
        'Sail with it, and tell us where it is wrong: a screenshot says more than a paragraph.',
      ],
      button: { label: 'Switch it on', url: page('pilot/charts') },
    },
    { segmentId: segmentId('pilot group') },
  )
}

/** A campaign that was called off before anything of it went out. */
export function cancelled(): CreateCampaignRequest {
  return campaign(
    {
      name: 'Servers move',
      description: 'Called off: the move was put off to next year.',
      subject: 'One hour without Harbour Notes',
    },
    {
      kind: 'news',
      preview: 'On a Sunday night, while you sleep.',
      heading: 'One hour without Harbour Notes',
      paragraphs: [
        hello,
        'Our servers move to another house. For about an hour, notes stay on your device and go out afterwards.',
        'There is nothing for you to do.',
      ],
      button: { label: 'How it stands', url: page('status') },
    },
    {
      audienceCondition: {
        logic: 'AND',
        groups: [{ filters: [{ field: 'subscribed', operator: 'equals', value: true }] }],
      },
    },
  )
}
