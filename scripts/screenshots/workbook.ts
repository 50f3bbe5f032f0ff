import { textRow, xlsx } from '../../tests/fixtures/workbook'

const names = [
  '佐藤 美咲',
  'Zofia Wiśniewska',
  'Amara Okonkwo',
  'Ingrid Solheim',
  'أمينة الحسن',
  'Дмитрий Соколов',
  'Priya Raghunathan',
  'Chloé Lefèvre',
  '김서연',
  'Mateus Carvalho',
  'Ελένη Παπαδάκη',
  'Jón Þórsson',
  'आरव शर्मा',
  'Fatma Yıldız',
  '陳怡君',
  'Tomás Herrera',
]
const countries = [
  'JP',
  'PL',
  'NG',
  'NO',
  'LB',
  'KZ',
  'IN',
  'FR',
  'KR',
  'BR',
  'DE',
  'IS',
  'IN',
  'TR',
  'TW',
  'CL',
]
const plans = ['team', 'pro', 'team', 'team', 'free', 'pro']
const signups = 389
/** The row of the heads; the people stand beneath. */
const head = 4
/** Excel's number of 14 March 2026. */
const firstDay = 46095

const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
const number = (at: string, value: number, style = 0) => `<c r="${at}" s="${style}"><v>${value}</v></c>`

/** The plan, looked up in another sheet; a few are not there. */
function planOf(row: number, at: number): string {
  const failed = at % 130 === 6
  const formula = `<f>VLOOKUP(F${row},Prices!$A$2:$B$38,2,FALSE)</f>`
  const value = failed ? '#N/A' : (plans[at % plans.length] ?? '')
  return `<c r="G${row}" t="${failed ? 'e' : 'str'}">${formula}<v>${value}</v></c>`
}

function signup(_: unknown, at: number): string {
  const row = at + head + 1
  const seats = at % 7 === 3 ? 25 : (at % 5) + 1
  const signedUp =
    at % 14 === 5 ? text(`E${row}`, '3/4/2026') : number(`E${row}`, firstDay + Math.floor(at / 4), 1)
  const cells = [
    text(`A${row}`, names[at % names.length] ?? ''),
    text(`B${row}`, `person${at}@${at % 3 === 0 ? 'poczta.onet.pl' : 'naver.com'}`),
    text(`C${row}`, '+49 30 1204'),
    text(`D${row}`, countries[at % countries.length] ?? ''),
    signedUp,
    number(`F${row}`, seats),
    planOf(row, at),
    text(`H${row}`, 'seen at the stand'),
    at % 6 === 4 ? '' : number(`I${row}`, seats * 42, 2),
    text(`J${row}`, at % 9 === 3 ? 'no' : 'yes'),
  ]
  return `<row r="${row}"${at % 13 === 12 ? ' hidden="1"' : ''}>${cells.join('')}</row>`
}

const list = (columns: string[], rows: number) =>
  textRow(1, columns) +
  Array.from({ length: rows }, (_, at) =>
    textRow(
      at + 2,
      columns.map((column) => (column === 'email' ? `${column}${at}@lanternbakery.gr` : `${at}`)),
    ),
  ).join('')

/** A workbook of a fair: five sheets, of which one is hidden and one empty; formulas, dates, money, hidden columns and rows. */
export function signUps(): Buffer {
  const sum = signups + head + 1
  const columns = [3, 8].map((at) => `<col min="${at}" max="${at}" hidden="1"/>`).join('')
  const rows = [
    textRow(1, ['Spring fair 2026, sign-ups at the stand']),
    textRow(2, ['Exported by Aoife, with plan and sum']),
    textRow(head, [
      'Name',
      'E-mail',
      'Phone',
      'Country',
      'Signed up',
      'Seats',
      'Plan',
      'Internal note',
      'Paid',
      'Newsletter',
    ]),
    ...Array.from({ length: signups }, signup),
    `<row r="${sum}">${text(`A${sum}`, 'Sum')}<c r="I${sum}" s="2"><f>SUM(I5:I${sum - 1})</f><v>48720</v></c></row>`,
  ]
  return xlsx(
    [
      { name: 'Signups', columns, rows: rows.join('') },
      { name: 'Exhibitors', rows: list(['stand', 'hall', 'name', 'email', 'phone', 'days'], 214) },
      { name: 'Prices', rows: list(['seats', 'plan'], 38) },
      { name: 'Old list', state: 'hidden', rows: list(['email', 'name', 'plan'], 112) },
      { name: 'Notes', rows: '' },
    ],
    { formats: [14, '"€" #,##0.00'], savedBy: 'Aoife Brennan' },
  )
}
