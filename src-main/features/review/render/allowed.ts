/** Elements that a shown mail may have. What is not here is left out, its content stays. */
export const elements: ReadonlySet<string> = new Set(
  (
    'a abbr acronym address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn ' +
    'dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i ins kbd li main mark menu nav ol p ' +
    'pre q rp rt ruby s samp section small span strike strong sub sup table tbody td tfoot th thead time tr tt u ul ' +
    'var wbr'
  ).split(' '),
)

/** Elements that go with everything in them. */
export const withContent: ReadonlySet<string> = new Set(
  (
    'script iframe frame frameset applet embed svg math template base link meta title audio canvas source track param ' +
    'portal noembed noframes noscript xmp plaintext listing datalist area map dialog fencedframe'
  ).split(' '),
)

/** Elements that become a plain block, or a plain run of text. */
export const replaced: ReadonlyMap<string, string> = new Map([
  ['form', 'div'],
  ['fieldset', 'div'],
  ['legend', 'div'],
  ['details', 'div'],
  ['summary', 'div'],
  ['marquee', 'div'],
  ['video', 'div'],
  ['object', 'div'],
  ['label', 'span'],
])

/** Elements without an end. */
export const empty: ReadonlySet<string> = new Set(['br', 'col', 'hr', 'wbr'])

/** Controls: shown, dead. */
export const controls: ReadonlySet<string> = new Set([
  'button',
  'input',
  'meter',
  'progress',
  'select',
  'textarea',
])

/** Attributes that lay out or describe. Nothing that names an address, and nothing that runs. */
export const attributes: ReadonlySet<string> = new Set(
  (
    'abbr align alt aria-hidden aria-label bgcolor border cellpadding cellspacing class clear color cols colspan compact ' +
    'datetime dir face frame headers height hidden hspace id lang link noshade nowrap reversed role rowspan rules scope ' +
    'size span start summary text title type valign value vlink vspace width'
  ).split(' '),
)
