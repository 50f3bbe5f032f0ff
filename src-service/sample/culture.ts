/** A part of the sample's world: who lives there, where, and where their mail is. */
export interface Culture {
  locale: string
  /** How many of the sample's people come from here, relative to the others. */
  weight: number
  given: readonly Name[]
  family: readonly Name[]
  /** How a full name is put together. */
  order: 'given-first' | 'family-first'
  /** Between the parts of a full name; scripts that write names without a space have none. */
  space: string
  cities: readonly string[]
  /** Where private people have their mail, the most used first. */
  mail: readonly string[]
  /** Top-level domains of its companies, the most used first. */
  tlds: readonly string[]
  currency: string
  /** What a seat costs a month, in the currency's unit. */
  price: number
}

/** A part of a name, as it is written and as it goes into an address. */
export interface Name {
  written: string
  ascii: string
  /** Of a given name: whether family names take their feminine form with it, where there is one. */
  feminine?: boolean
  /** Of a family name: its form with feminine given names, where it has one of its own. */
  withFeminine?: Name
}

const special: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ð: 'd',
  đ: 'd',
  ı: 'i',
  ə: 'a',
}

/** The letters of a Latin name as they go into an address: lower case, no marks, nothing but a to z. */
export function asciiOf(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[øłßæœþðđıə]/g, (letter) => special[letter] ?? '')
    .replaceAll(/[^a-z]/g, '')
}

/**
 * Reads a list of names. `佐藤=sato` gives the address form, which other names get from their letters; `Zofia*` is a
 * feminine given name, `Zieliński/Zielińska` a family name with its two forms.
 */
function namesOf(text: string): Name[] {
  return text.split(',').map((entry) => {
    const [written = '', ascii] = entry.trim().split('=')
    const feminine = written.endsWith('*')
    const [form = '', other] = written.replace('*', '').split('/')
    const [address, otherAddress] = ascii?.split('/') ?? []
    return {
      written: form,
      ascii: address ?? asciiOf(form),
      ...(feminine && { feminine }),
      ...(other !== undefined && { withFeminine: { written: other, ascii: otherAddress ?? asciiOf(other) } }),
    }
  })
}

const listOf = (text = ''): string[] => text.split(',').map((entry) => entry.trim())

/**
 * Reads a culture from the five lines that it is written down in (names-latin.ts, names-scripts.ts): its locale, weight,
 * currency, price and top-level domains, with `family-first` and `unspaced` where full names are; given names; family
 * names; cities; where there is mail.
 */
export function cultureOf(text: string): Culture {
  const [head = '', given = '', family = '', cities, mail] = text.split('\n')
  const [locale = '', weight, currency = '', price, tlds, ...fullName] = head.split(' ')
  return {
    ...{ locale, weight: Number(weight), currency, price: Number(price), tlds: listOf(tlds) },
    given: namesOf(given),
    family: namesOf(family),
    order: fullName.includes('family-first') ? 'family-first' : 'given-first',
    space: fullName.includes('unspaced') ? '' : ' ',
    cities: listOf(cities),
    mail: listOf(mail),
  }
}
