import type { Culture } from './culture'
import type { Random } from './random'

/** A company whose people have their mail at its own domain. */
interface Company {
  name: string
  domain: string
}

const list = (text: string): string[] => text.split(' ')

const first = list(
  'North South East West Harbour Fjord Tide Quay Anchor Beacon Coral Delta Ebb Gull Heron Isle Jetty Keel Lagoon ' +
    'Mast Nautic Ocean Pelican Reef Sail Tern Upwind Vela Wave Blue Silver Amber Cedar Dune Estuary Flint Granite ' +
    'Halyard Indigo Juniper Kelp Lantern Marlin Nordic Osprey Pebble Quartz Rudder Salt Thistle Union Vesper Willow ' +
    'Yarrow Zephyr Bright Copper Driftwood Ember Fern',
)
const second = list(
  'Cargo Studio Print Works Lines Freight Marine Yachts Boats Foods Coffee Books Design Labs Timber Paper Tools Media ' +
    'Logistics Charter Ropes Chandlery Rigging Supply Trading Fisheries Ceramics Textiles Press Clinic Travel Hotels ' +
    'Bakery Optics Energy Salvage Pilots Towage Surveys Diving Cranes Storage Ferries Foundry Gardens Legal Maps ' +
    'Notes Outfitters Partners',
)
// How many companies a culture has. The first few employ many of its people, most of them one or two.
const perCulture = 3000

/** Picks a company of a culture: its few large ones often, its thousands of small ones rarely. */
export function pickCompany(random: Random, culture: Culture): Company {
  const rank = Math.floor(perCulture ** random.next()) - 1
  return companyAt(culture, random.chance(0.35) ? rank : random.whole(0, perCulture - 1))
}

/** A company by its rank, 0 the largest. It is the same in every sample; no two of a culture share a domain. */
export function companyAt(culture: Culture, rank: number): Company {
  const tld = culture.tlds[rank % (culture.tlds.length + 1)] ?? culture.tlds[0] ?? 'com'
  const { name, host } = rank % 4 === 0 ? foundedBy(culture, rank / 4) : namedAfterWords(culture, rank)
  return { name, domain: `${host}.${tld}` }
}

function foundedBy({ family }: Culture, number: number): { name: string; host: string } {
  const founder = family[number % family.length]?.ascii ?? ''
  const round = Math.floor(number / family.length)
  // Each founder's namesakes go through all the trades before another way of writing the domain is needed.
  const trade = second[(round + 7 * (number % family.length)) % second.length] ?? ''
  const name = `${founder.charAt(0).toUpperCase()}${founder.slice(1)} ${trade}`
  const joint = ['', '-', '-and-', '-sons-'][Math.floor(round / second.length)] ?? ''
  return { name, host: `${founder}${joint}${trade.toLowerCase()}` }
}

function namedAfterWords({ locale }: Culture, rank: number): { name: string; host: string } {
  // Spread over the words by a step that shares no factor with their number, begun elsewhere in each culture.
  const words = first.length * second.length
  let start = 0
  for (let at = 0; at < locale.length; at++) start = (start * 131 + locale.charCodeAt(at)) % words
  const at = (start + rank * 1009) % words
  const word = first[Math.floor(at / second.length)] ?? ''
  const trade = second[at % second.length] ?? ''
  return { name: `${word} ${trade}`, host: `${word}${rank % 3 === 0 ? '-' : ''}${trade}`.toLowerCase() }
}
