import iconv from 'iconv-lite'
import { expect, it } from 'vitest'
import { detectEncoding } from '../../../src-main/features/imports/read/detect-encoding'

/** A few rows of a language, and the encodings that they are told from all others in. */
const languages: [language: string, rows: string, encodings: string[]][] = [
  ['German', 'Müller;Köln;Straße\nJürgen Groß;Düsseldorf;schön\n', ['windows-1252', 'macintosh', 'ibm850']],
  ['German, one letter', 'Name;Ort\nAnna;Köln\n', ['windows-1252']],
  [
    'French',
    'François;Besançon;élève\nHélène;Orléans;où\nJérôme;Nîmes;forêt\n',
    ['windows-1252', 'macintosh', 'ibm850'],
  ],
  ['French with marks', 'L’élève;“Bonjour”;10 €\nNoël;cœur;–\n', ['windows-1252', 'macintosh']],
  ['Spanish', 'José;Málaga;¿Qué?\nMuñoz;León;Año\n', ['windows-1252', 'macintosh', 'ibm850']],
  ['Portuguese', 'João;São Paulo;coração\nConceição;Brasília;não\n', ['windows-1252', 'macintosh']],
  ['Danish', 'Søren;Århus;Bjørn\nÅse;Tromsø;lærer\n', ['windows-1252', 'macintosh']],
  ['Swedish', 'Björn;Malmö;Åsa\nGöran;Växjö;själ\n', ['windows-1252', 'macintosh', 'ibm850']],
  ['Icelandic', 'Þór;Sigríður;Reykjavík\nJón;Guðrún;Ísafjörður\n', ['windows-1252']],
  ['Polish', 'Łukasz;Łódź;żółw\nGrażyna;Gdańsk;ście\nPaweł;Kraków;są\n', ['windows-1250', 'iso-8859-2']],
  ['Czech', 'Dvořák;Plzeň;žluťoučký\nJiří;Ostrava;kůň\nNěmec;Děčín;můj\n', ['windows-1250', 'iso-8859-2']],
  ['Hungarian', 'Erdős;Győr;űrhajó\nSzabó;Pécs;könyvtár\nKőrösi;Miskolc;tűz\n', ['windows-1250']],
  ['Turkish', 'Yıldız;İzmir;çiçek\nŞahin;Muğla;güneş\nÖzgür;Iğdır;ağaç\n', ['windows-1254']],
  ['Lithuanian', 'Kęstutis;Šiauliai;žąsis\nJūratė;Klaipėda;ačiū\n', ['windows-1257']],
  [
    'Russian',
    'Иван;Москва;привет\nОльга;Казань;спасибо\n',
    ['windows-1251', 'koi8-r', 'iso-8859-5', 'ibm866'],
  ],
  ['Russian, two words', 'Иван,Москва\n', ['windows-1251', 'koi8-r', 'iso-8859-5', 'ibm866']],
  ['Ukrainian', 'Олексій;Київ;їжак\nНаталія;Львів;життя\nЄвген;Одеса;гарний\n', ['windows-1251', 'koi8-u']],
  ['Greek', 'Ελένη;Αθήνα;καλημέρα\nΓιώργος;Πάτρα;σπίτι\n', ['windows-1253']],
  ['Hebrew', 'דוד;תל אביב;שלום\nשרה;ירושלים;בוקר\n', ['windows-1255']],
  ['Arabic', 'محمد;القاهرة;سلام\nفاطمة;الرياض;كتاب\n', ['windows-1256']],
  ['Thai', 'สมชาย;กรุงเทพ;สวัสดี\nสมหญิง;เชียงใหม่;ขอบคุณ\n', ['windows-874']],
  [
    'Japanese',
    '佐藤花子;大阪;こんにちは\n鈴木一郎;東京;ありがとう\nタナカ;京都;カタカナ\n',
    ['shift_jis', 'euc-jp'],
  ],
  ['Japanese, two words', '佐藤,大阪\n', ['shift_jis', 'euc-jp']],
  ['Korean', '김서연;부산;안녕하세요\n이민준;서울;감사합니다\n', ['euc-kr']],
  ['Korean, two words', '서연,부산\n', ['euc-kr']],
  ['Chinese', '王芳;北京;你好\n李伟;上海;谢谢\n张敏;广州;我们的朋友\n', ['gb18030']],
  ['Chinese, two words', '王芳,北京\n', ['gb18030']],
  ['Chinese of Taiwan', '王小明;臺北;你好\n陳美玲;高雄;謝謝\n林志明;臺中;我們的朋友\n', ['big5']],
]
const cases = languages.flatMap(([language, rows, encodings]) =>
  [...encodings, 'utf-8', 'utf-16le', 'utf-16be'].map((encoding) => ({ language, rows, encoding })),
)

it.each(cases)('tells $encoding of a few rows of $language', ({ rows, encoding }) => {
  const addresses = encoding.startsWith('utf-16') ? 'email,name\nann@x.example,Ann\nbo@x.example,Bo\n' : ''
  expect(detectEncoding(iconv.encode(addresses + rows, encoding)).encoding).toBe(encoding)
})

it.each(cases)('tells $encoding of many rows of $language', ({ rows, encoding }) => {
  const bytes = iconv.encode(`email;name\nann@x.example;Ann\n${rows.repeat(40)}`, encoding)
  expect(detectEncoding(bytes).encoding).toBe(encoding)
})

it('is in doubt about one letter', () => {
  const { confidence } = detectEncoding(iconv.encode('Name;Ort\nAnna;Köln\n', 'windows-1252'))
  expect(confidence).toBeLessThan(0.6)
})

it('is not in doubt about plain English, which is UTF-8 too', () => {
  expect(detectEncoding(Buffer.from('email\nann@x.example\n'))).toEqual({
    encoding: 'utf-8',
    confidence: 1,
    why: null,
  })
})

it('does not mind a sample that ends within a character', () => {
  const bytes = Buffer.from('email,name\nann@x.example,漢')
  for (const cut of [1, 2]) expect(detectEncoding(bytes.subarray(0, -cut)).encoding).toBe('utf-8')
})

it('takes UTF-8 with a few broken bytes for UTF-8', () => {
  const bytes = Buffer.concat([
    Buffer.from('Jürgen;Köln;Größe;Straße;Öl;Ärger;schön\n'),
    Buffer.from([0xff, 0x0a]),
  ])
  expect(detectEncoding(bytes).encoding).toBe('utf-8')
})

it('does not take a few NUL bytes for UTF-16', () => {
  expect(detectEncoding(Buffer.from('email,name\nann@x.example,A\0n\0n\n')).encoding).toBe('utf-8')
})
