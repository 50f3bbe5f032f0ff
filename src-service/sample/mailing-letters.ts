import type { Mailing } from './calendar'
import { type Letter, page } from './letter'

const hello = "Hello {{firstName ?? 'there'}},"
const read = (path: string, label = 'Read more') => ({ label, url: page(path) })
const news = (preview: string, paragraphs: string[], points?: string[]): Omit<Letter, 'heading'> => ({
  kind: 'news',
  preview,
  paragraphs: [hello, ...paragraphs],
  ...(points && { points }),
  button: read('news'),
})

/** What the monthly notes say: a year of them, which the second year takes up again. */
const notes: readonly Omit<Letter, 'heading'>[] = [
  news('Notes without a network', [
    'Notes can be written without a network now. They wait on the device and go out when you are back in reach.',
    'We tried it for a week behind the skerries, where nothing has a signal but the gulls.',
  ]),
  news(
    'Tides beside the log',
    ['The tide of your port stands beside every entry of the log.'],
    [
      'High and low water for 4,100 ports',
      "Yours is {{city ?? 'not set yet'}}: change it in the settings",
      'Heights in metres or feet',
    ],
  ),
  news('Your crew, with roles', [
    'Skipper, mate, engineer, cook: everybody on board can have a role, and sees what belongs to it.',
    'Invite them by address. Who is not on board any more can be taken off the list in one step.',
  ]),
  news('Search that finds it', [
    'Search goes through every note, chart and receipt, and forgives a misspelt name.',
    'It found our own lost winch handle: in a note of three years ago.',
  ]),
  news(
    'Exports for the customs',
    ['The log can be exported as customs want to see it.'],
    ['One PDF a voyage, signed by the skipper', 'Crew list on the first page', 'Fuel and stores on the last'],
  ),
  news('Faster on old phones', [
    'The app starts in half the time on phones of five years ago. Many of you sail with one, and now so do we.',
  ]),
  news('Charts that stay sharp', [
    'Charts keep their soundings readable at every scale, and load once for a whole voyage.',
    'Downloading a sheet before you leave takes about a minute on harbour wireless.',
  ]),
  news('Weather that speaks up', [
    'Choose a force of wind, and we tell you when the forecast for your port goes beyond it.',
    "For {{city ?? 'your port'}} we suggest force 6.",
  ]),
  news(
    'Berths in three more harbours',
    ['You can book a berth from the app in three more harbours.'],
    [
      'Arrive by six, or tell the office',
      'Cancel free of charge until noon',
      'Power and water are in the price',
    ],
  ),
  news('Shared notes', [
    'A note can be shared with whoever has the link, for as long as you like.',
    'Pilots use it for sketches of difficult approaches. Have a look at theirs before you go.',
  ]),
  news('A quieter inbox', [
    'You decide what we write to you about: the settings have a switch for each kind of mail.',
    'This one is called news. It comes once a month, and never twice.',
  ]),
  news('The year in your log', [
    'Your log can look back now: miles, nights, ports, and the longest day.',
    'It is made on your device, and nobody sees it unless you share it.',
  ]),
]

/** What goes out between the notes, in the order of calendar.ts. */
const between: Record<string, Omit<Letter, 'heading'>> = {
  'Price notice': {
    kind: 'news',
    preview: 'From next month on, for new seats only.',
    paragraphs: [
      hello,
      'From the first of next month a new seat costs a little more. Seats you have keep their price for a year.',
      "You have {{seats ?? '1'}} on the {{plan ?? 'free'}} plan.",
    ],
    button: read('plans', 'See the new prices'),
  },
  'Workshop dates': news(
    'Four evenings, in port and online',
    ['Four evenings on keeping a log that helps later.'],
    [
      'What to write down, and what not',
      'Reading tide tables without fear',
      'Engine hours and when they matter',
      'Charts: paper, screen, both',
    ],
  ),
  'Spring fair': {
    kind: 'news',
    preview: 'Stalls, boats and soup at the quay.',
    paragraphs: [
      hello,
      'The spring fair is at the quay again: second-hand rigging, open boats, and fish soup until it is gone.',
      'Come by our table and bring your questions. Whoever brings a log book gets a print of one page.',
    ],
    button: read('fair', 'Say that you come'),
  },
  'Winter berths': {
    kind: 'news',
    preview: 'Ashore or afloat: book before they are gone.',
    paragraphs: [
      hello,
      'Winter berths can be booked now, ashore or afloat. Members have a week before everybody else.',
      "Boats of more than 12 metres: ask the office in {{city ?? 'your port'}} first.",
    ],
    button: read('berths/winter', 'Book a winter berth'),
  },
  'Tide tables are out': news('Next year, for 4,100 ports', [
    'The tide tables of next year are out, for 4,100 ports. They are on your devices already.',
    'If you want them on paper: the harbour offices have a stack each.',
  ]),
  'New chart portfolio': news('Redrawn from new surveys', [
    'The charts of the inner passage were redrawn from new surveys. Some rocks have moved, on paper at least.',
    'Download the new sheets before you go, and throw the old ones away.',
  ]),
}

/** What a mailing said. */
export function mailingLetter({ subject, month }: Mailing): Letter {
  const text = between[subject] ?? notes[month % notes.length]
  if (!text) throw new Error('There is no letter for this mailing.')
  return { ...text, heading: subject }
}
