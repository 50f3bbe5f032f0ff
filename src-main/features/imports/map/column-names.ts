/** Names of the column that holds the address, in languages that files come in. */
const emailNames = plainWords([
  'email emails mail mails emailaddress emailaddresses emailaddr mailaddress emailid useremail contactemail customeremail ' +
    'subscriberemail primaryemail workemail businessemail youremail emailadresse emailadressen mailadresse adressemail ' +
    'adresseemail adressedemail courriel courriels adressecourriel mel adressemel correo correoelectronico correos ' +
    'direcciondecorreo direcciondecorreoelectronico direccioncorreo correoe indirizzoemail indirizzomail ' +
    'indirizzodipostaelettronica postaelettronica enderecodeemail endereceoemail enderecoemail correioeletronico ' +
    'emailadres mailadres epost epostadress epostadresse epostadresser eposta epostaadresi sahkoposti sahkopostiosoite ' +
    'adresemail adrese adresaemail emailova adresaelektronickeposty emailcim emailadresi adresamail netfang tolvupostur ' +
    'почта электроннаяпочта элпочта емейл емайл имейл адресэлектроннойпочты електроннапошта пошта имейладрес ' +
    'メール メールアドレス eメール 電子メール 邮箱 电子邮件 电子邮箱 邮件地址 電子郵件 信箱 電郵 이메일 이메일주소 ' +
    'דואל דואראלקטרוני البريدالإلكتروني البريدالالكتروني ايميل อีเมล ηλεκτρονικοταχυδρομειο emailแอดเดรส',
])

/** Words that make of a name with "email" in it the name of something else. */
const aboutEmail =
  /status|sent|open|click|bounce|count|domain|type|date|time|hash|md5|sha|provider|client|verified|valid|score|subject|permission|marketing|consent|opt|format|frequency|source|id$|language|name/

/** Keys that mean the same, by the names that files have for them; the first of each group is the usual key. */
const alike = plainWords([
  'firstname vorname prenom nombre nome givenname forename fname voornaam fornamn imie jmeno etunimi имя 名',
  'lastname nachname familienname nomdefamille apellido apellidos cognome sobrenome surname familyname lname achternaam efternamn nazwisko prijmeni sukunimi фамилия 姓',
  'name fullname vollername nomcomplet nombrecompleto nomecompleto displayname contactname volledigenaam',
  'company firma entreprise societe empresa azienda organisation organization companyname bedrijf foretag компания 会社 公司',
  'city ort stadt ville ciudad citta cidade town plaats stad miasto mesto город 市',
  'country land pays pais paese countryname kraj zeme страна 国',
  'phone telefon telephone tel telefono telefone phonenumber mobile handy telefoonnummer puhelin телефон',
  'language sprache langue idioma lingua locale lang taal jezyk язык',
  'birthday birthdate dateofbirth geburtstag geburtsdatum anniversaire fechadenacimiento dob',
  'zip zipcode postalcode postcode plz postleitzahl codepostal codigopostal cap',
])

/**
 * The words of some lines, plain (see {@link plainLetters}), worked out when they are first asked for: what an engine does to
 * know all letters of the world costs more than to start the rest of a program.
 */
function plainWords(lines: readonly string[]): () => readonly string[][] {
  let words: string[][] | null = null
  return () => (words ??= lines.map((line) => line.split(' ').map(plainLetters)))
}

/** A name in small letters, without accents and whatever is no letter or digit. */
export function plainLetters(name: string): string {
  return name
    .slice(0, 200)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** How much a name says that its column holds the address: 2, it is such a name; 1, it has one in it; 0. */
export function namesEmail(name: string): 0 | 1 | 2 {
  const plain = plainLetters(name)
  const [names = []] = emailNames()
  if (names.includes(plain) || names.includes(plain.replace(/\d+$/, ''))) return 2
  if (aboutEmail.test(plain)) return 0
  return /e?mail|courriel|correo/.test(plain) ? 1 : 0
}

/** The key of the audience that a name spells, whatever its case, spaces and accents; null where there is none. */
export function sameKey(name: string, known: readonly string[]): string | null {
  if (known.includes(name)) return name
  const plain = plainLetters(name)
  return plain === '' ? null : (known.find((key) => plainLetters(key) === plain) ?? null)
}

/** The key of the audience that means what a name means, in a language known here; null where there is none. */
export function alikeKey(name: string, known: readonly string[]): string | null {
  const plain = plainLetters(name)
  const group = plain === '' ? undefined : alike().find((names) => names.includes(plain))
  return group === undefined ? null : (known.find((key) => group.includes(plainLetters(key))) ?? null)
}
