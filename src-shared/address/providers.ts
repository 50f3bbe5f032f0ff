const words = (text: string): string[] => text.split(' ')

/**
 * Providers of mailboxes with a name of their own, which hardly any other domain comes near: what differs by a letter is
 * a slip, also where somebody registered it.
 */
export const distinctiveProviders: readonly string[] = words(
  'gmail.com googlemail.com yahoo.com yahoo.co.uk yahoo.co.jp yahoo.co.in yahoo.com.br yahoo.com.au yahoo.fr yahoo.de ' +
    'yahoo.it yahoo.es yahoo.ca hotmail.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es outlook.com ' +
    'outlook.de outlook.fr outlook.es icloud.com protonmail.com rocketmail.com comcast.net verizon.net sbcglobal.net ' +
    'bellsouth.net btinternet.com optonline.net bigpond.com hanmail.net rediffmail.com virginmedia.com',
)

/** Providers that ordinary domains come near: a slip only where the domain cannot exist, or takes no mail. */
export const plainProviders: readonly string[] = words(
  'live.com live.co.uk live.fr ymail.com aol.com msn.com me.com mac.com proton.me fastmail.com zoho.com yandex.com ' +
    'yandex.ru mail.com mail.ru inbox.ru list.ru bk.ru rambler.ru gmx.de gmx.net gmx.at gmx.ch gmx.com web.de ' +
    't-online.de freenet.de posteo.de mailbox.org arcor.de libero.it virgilio.it tiscali.it tin.it alice.it orange.fr ' +
    'wanadoo.fr laposte.net free.fr sfr.fr neuf.fr telenet.be skynet.be bluewin.ch ziggo.nl kpnmail.nl planet.nl ' +
    'seznam.cz centrum.cz email.cz post.cz interia.pl onet.pl wp.pl o2.pl naver.com daum.net uol.com.br bol.com.br ' +
    'terra.com.br sapo.pt optusnet.com.au xtra.co.nz earthlink.net charter.net cox.net att.net rogers.com sympatico.ca ' +
    'shaw.ca talktalk.net ntlworld.com docomo.ne.jp ezweb.ne.jp softbank.ne.jp qq.com 163.com 126.com sina.com ' +
    'simnet.is walla.co.il hey.com tuta.com pm.me',
)

/** Providers that a misspelling is suggested of, none of them ever doubted itself. */
export const providers: ReadonlySet<string> = new Set([...distinctiveProviders, ...plainProviders])

/** Domains a letter away from a distinctive provider that belong to somebody else. */
export const lookalikes: ReadonlySet<string> = new Set(
  words('cloud.com gail.com grail.com email.com ymail.com mail.com fmail.com outlook.cz'),
)

/** Endings that are none, by what was meant. */
export const endings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    com: 'cim cmo comm con coom cpm ocm vom xom cmm comn coml',
    net: 'ent ner nte nett',
    org: 'ogr orgg rog',
  }).flatMap(([meant, written]) => written.split(' ').map((ending): [string, string] => [ending, meant])),
)
