/** A date that was read, each part as a number. */
export interface DateParts {
  year: number
  month: number
  day: number
  /** Null for a date alone. */
  time: { hour: number; minute: number; second: number; fraction: string } | null
  /** Minutes ahead of UTC; null where no zone is written. */
  zone: number | null
}

/** Reads a text as one format has it; null where it does not fit, or names a day that no calendar has. */
export type DateParser = (text: string) => DateParts | null

/** Names of months in languages that files come in, the first three letters of each telling it. */
const months: readonly string[][] = [
  'january,jan,januar,jän,jänner,janvier,janv,enero,ene,gennaio,gen,janeiro,januari,styczeń,sty',
  'february,feb,februar,février,févr,fév,febrero,febbraio,fevereiro,fev,februari,luty,lut',
  'march,mar,märz,mär,mrz,mars,marzo,março,maart,mrt,marzec',
  'april,apr,avril,avr,abril,abr,aprile,kwiecień,kwi',
  'may,mai,mayo,maggio,mag,maio,mei,maj',
  'june,jun,juni,juin,junio,giugno,giu,junho,czerwiec,cze',
  'july,jul,juli,juillet,juil,julio,luglio,lug,julho,lipiec,lip',
  'august,aug,août,aou,agosto,ago,augustus,augusti,sierpień,sie',
  'september,sep,sept,septembre,septiembre,settembre,set,setembro,wrzesień,wrz',
  'october,oct,oktober,okt,octobre,octubre,ottobre,ott,outubro,out,październik,paź',
  'november,nov,novembre,noviembre,novembro,listopad,lis',
  'december,dec,dezember,dez,décembre,déc,diciembre,dic,dicembre,dezembro,grudzień,gru',
].map((names) => names.split(','))

const monthNumbers = new Map(
  months.flatMap((names, index) => names.map((name): [string, number] => [name, index + 1])),
)

/** No date is longer, in characters. */
const longest = 80

const tokens = /YYYY|YY|MMM|MM|M|DD|D|HH|H|hh|h|mm|ss|A|Z/g

const patterns: Record<string, string> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<shortYear>\\d{2})',
  MMM: '(?<monthName>\\p{L}{3,12})\\.?',
  MM: '(?<month>\\d{2})',
  M: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{2})',
  D: '(?<day>\\d{1,2})',
  HH: '(?<hour>\\d{2})',
  H: '(?<hour>\\d{1,2})',
  hh: '(?<hour>\\d{2})',
  h: '(?<hour>\\d{1,2})',
  mm: '(?<minute>\\d{2})',
  ss: '(?<second>\\d{2})(?:[.,](?<fraction>\\d{1,9}))?',
  A: '(?<half>[AaPp])\\.?[Mm]\\.?',
  Z: '(?<zone>[Zz]|UTC|GMT|[+-]\\d{2}:?\\d{2})',
}

/**
 * A parser for a format written with YYYY YY MMM MM M DD D HH H hh h mm ss A Z, everything else standing for itself; null
 * for one that names no whole date, or a part twice. Two digits of a year: 00 to 68 are of this century.
 */
export function dateParser(format: string): DateParser | null {
  const used = format.match(tokens) ?? []
  const kinds = used.map((token) => (token === 'mm' ? 'minute' : token.charAt(0).toLowerCase()))
  const named = (kind: string) => kinds.filter((other) => other === kind).length
  if (named('y') !== 1 || named('m') !== 1 || named('d') !== 1 || new Set(kinds).size < kinds.length)
    return null
  if (named('minute') !== named('h') || (named('h') === 0 && (named('s') > 0 || named('z') > 0))) return null
  const source = format
    .trim()
    .replace(/\s+/g, ' ')
    .replace(
      /(YYYY|YY|MMM|MM|M|DD|D|HH|H|hh|h|mm|ss|A|Z)|([\s\S])/g,
      (_, token: string | undefined, other: string) =>
        token === undefined ? escaped(other) : (patterns[token] ?? ''),
    )
  // Compiled when it is first asked: some hundred formats are there from the start, and few of them are ever needed.
  let pattern: RegExp | null = null
  return (text) => {
    if (text.length > longest) return null
    pattern ??= new RegExp(`^${source}$`, 'u')
    return partsOf(pattern.exec(text.trim())?.groups)
  }
}

function escaped(character: string): string {
  if (/\s/.test(character)) return '[\\s\\u00a0\\u202f]+'
  return character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')
}

function partsOf(groups: Record<string, string | undefined> | undefined): DateParts | null {
  if (groups === undefined) return null
  const { shortYear, monthName, half } = groups
  const number = (text: string | undefined): number => Number(text ?? 0)
  const short = Number(shortYear)
  const year = shortYear === undefined ? number(groups.year) : short + (short < 69 ? 2000 : 1900)
  const month = monthName === undefined ? number(groups.month) : monthNumbers.get(monthName.toLowerCase())
  const day = number(groups.day)
  if (month === undefined || !isDay(year, month, day)) return null
  const zone = zoneOf(groups.zone)
  if (groups.hour === undefined) return { year, month, day, time: null, zone }
  const hour = hourOf(Number(groups.hour), half)
  const minute = number(groups.minute)
  const second = number(groups.second)
  if (hour === null || hour > 23 || minute > 59 || second > 59) return null
  return { year, month, day, time: { hour, minute, second, fraction: groups.fraction ?? '' }, zone }
}

/** Whether the calendar has a day; years of four digits. */
function isDay(year: number, month: number, day: number): boolean {
  if (year < 1000 || month < 1 || month > 12 || day < 1) return false
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
}

function zoneOf(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/\d/.test(text)) return 0
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2))
  return text.startsWith('-') ? -minutes : minutes
}
