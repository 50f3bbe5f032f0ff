/** Letters of a language that are not ASCII, in lower case; the frequent ones of those without an ASCII letter apart. */
export interface Language {
  letters: ReadonlySet<string>
  /** Whether its words mix ASCII letters with others. */
  latin: boolean
  /** Letters that make up most of its text; empty where it has no say. */
  frequent: ReadonlySet<string>
  /** How likely a file is in it, beside others that its letters would do for too: 0 to 1. */
  weight: number
}

const latin = (letters: string, weight = 1): Language => ({
  letters: new Set(letters),
  latin: true,
  frequent: new Set(),
  weight,
})
const other = (letters: string, frequent: string): Language => ({
  letters: new Set(letters),
  latin: false,
  frequent: new Set(frequent),
  weight: 1,
})

const western = {
  german: latin('äöüß'),
  french: latin('àâæçéèêëîïôœùûüÿ'),
  spanish: latin('áéíñóúü'),
  portuguese: latin('ãõáâàçéêíóôú'),
  italian: latin('àèéìîòù'),
  nordic: latin('åäöæøéü'),
  icelandic: latin('áðéíóúýþæö', 0.8),
  dutch: latin('éëïöüèê'),
  catalan: latin('àçéèíïóòúü·'),
}
const central = {
  polish: latin('ąćęłńóśźż'),
  czech: latin('áčďéěíňóřšťúůýž'),
  slovak: latin('áäčďéíĺľňóôŕšťúýž'),
  hungarian: latin('áéíóöőúüű'),
  croatian: latin('čćđšž'),
  romanian: latin('ăâîşţșț'),
}
const turkish = { turkish: latin('çğıöşüâîİ') }
const baltic = {
  lithuanian: latin('ąčęėįšųūž'),
  latvian: latin('āčēģīķļņšūž'),
  estonian: latin('äõöüšž'),
}
const cyrillic = {
  russian: other('абвгдежзийклмнопрстуфхцчшщъыьэюяё', 'оеаинтсрвлк'),
  ukrainian: other('абвгґдеєжзиіїйклмнопрстуфхцчшщьюя', 'оаиніевртслк'),
  serbian: other('абвгдђежзијклљмнњопрстћуфхцчџш', 'аиоенрсјтукв'),
}
const greek = { greek: other('αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ', 'αοιετνσηρπ') }
const hebrew = { hebrew: other('אבגדהוזחטיךכלםמןנסעףפץצקרשת', 'יוהלאמרתבש') }
const arabic = {
  arabic: other('ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژگ', 'اليمنرتوبه'),
}
const thai = { thai: other('กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮะัาำิีึืุูเแโใไ็่้๊๋์', 'านรอกงเม่ี') }

/**
 * The encodings with a byte a character that detection chooses from, with the languages that are written in them: the
 * most common one first, since the first of equals is taken.
 */
export const singleByte: readonly { encoding: string; languages: readonly Language[] }[] = [
  { encoding: 'windows-1252', languages: Object.values(western) },
  { encoding: 'windows-1250', languages: Object.values(central) },
  { encoding: 'windows-1254', languages: Object.values(turkish) },
  { encoding: 'windows-1257', languages: Object.values(baltic) },
  { encoding: 'macintosh', languages: Object.values(western) },
  { encoding: 'ibm850', languages: Object.values(western) },
  { encoding: 'iso-8859-2', languages: Object.values(central) },
  { encoding: 'windows-1251', languages: Object.values(cyrillic) },
  { encoding: 'koi8-r', languages: [cyrillic.russian] },
  { encoding: 'koi8-u', languages: [cyrillic.ukrainian] },
  { encoding: 'iso-8859-5', languages: Object.values(cyrillic) },
  { encoding: 'ibm866', languages: [cyrillic.russian] },
  { encoding: 'windows-1253', languages: Object.values(greek) },
  { encoding: 'windows-1255', languages: Object.values(hebrew) },
  { encoding: 'windows-1256', languages: Object.values(arabic) },
  { encoding: 'windows-874', languages: Object.values(thai) },
]

/**
 * Encodings of East Asia that detection chooses from, with characters that are frequent in names, places and plain text:
 * the same bytes are characters in all of them, but not frequent ones.
 */
export const eastAsian: readonly { encoding: string; frequent: ReadonlySet<string> }[] = [
  {
    encoding: 'gb18030',
    frequent: new Set(
      '的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都' +
        '王李张刘陈杨赵黄周吴徐孙朱马胡郭林何高梁郑罗宋谢唐韩曹许邓萧冯曾程蔡彭伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英北京海广州深圳市省区路号',
    ),
  },
  {
    encoding: 'euc-kr',
    frequent: new Set(
      '김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진지수현영은연준호미경희선아나다는을를에의가사시기' +
        '도로대인부산울천광세종제원동북해요니습합감녕보내그라리해어자',
    ),
  },
  {
    encoding: 'shift_jis',
    frequent: new Set('佐藤鈴木高橋田中伊渡辺山本村林加吉東京大阪都府県市区町横浜名古屋一郎子美花太'),
  },
  {
    encoding: 'euc-jp',
    frequent: new Set('佐藤鈴木高橋田中伊渡辺山本村林加吉東京大阪都府県市区町横浜名古屋一郎子美花太'),
  },
  {
    encoding: 'big5',
    frequent: new Set(
      '的一是不了人我在有他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可她里後小心多天而能好都' +
        '陳林黃張李王吳劉蔡楊許鄭謝郭洪曾邱廖賴徐周葉蘇江呂何羅高蕭潘明志美玲雅婷怡君家豪臺台北高雄中市縣區路號',
    ),
  },
]
