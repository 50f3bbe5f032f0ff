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

/** A culture as it is written down in names-latin.ts and names-scripts.ts: lists separated by commas. */
export interface CultureText {
  locale: string
  weight: number
  given: string
  family: string
  order?: Culture['order']
  space?: string
  cities: string
  mail: string
  tlds: string
  currency: string
  price: number
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

const listOf = (text: string): string[] => text.split(',').map((entry) => entry.trim())

/** Reads a culture from its written form. */
export function cultureOf(text: CultureText): Culture {
  return {
    ...text,
    given: namesOf(text.given),
    family: namesOf(text.family),
    order: text.order ?? 'given-first',
    space: text.space ?? ' ',
    cities: listOf(text.cities),
    mail: listOf(text.mail),
    tlds: listOf(text.tlds),
  }
}
