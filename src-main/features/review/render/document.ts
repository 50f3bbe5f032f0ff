import type { InertMail } from './inert'

/** How a mail is coloured. `dark`: by rules of its own; `inverted`: as programs do it to a mail that has none. */
export type Colours = 'light' | 'dark' | 'inverted'

/** How a shown mail looks. */
interface DocumentOptions {
  colours: Colours
  /** Whether data URLs of pictures may show. */
  images: boolean
}

/** Below the mail's own rules: a link without an address looks like one. */
const below = `
:where(html){background:#fff;color:#000}
:where(body){margin:8px;font-family:sans-serif;overflow-wrap:anywhere}
:where(a[data-postroom-link]){color:#0b57d0;text-decoration:underline}
:where(img){max-width:100%}`

const darkBelow = `
:where(html){background:#1c1b18;color:#ede9e1;color-scheme:dark}
:where(a[data-postroom-link]){color:#8ab4f8}`

/**
 * Light becomes dark and keeps its hue; pictures are inverted twice, so they stay as they are. What stands in the place of a
 * picture, and what Postroom marks, darkens with the rest. The root has a colour of its own, or the canvas would stay white.
 */
const inverted = `
html{background-color:#fff!important;filter:invert(1) hue-rotate(180deg)!important}
img{filter:invert(1) hue-rotate(180deg)!important}`

/** Above them: what Postroom says, whatever the mail says of its classes. The colours are copied from theme/tokens.css. */
const above = `
a[data-postroom-link]{cursor:default}
.postroom-mark{background:#fbe9df!important;color:#221f1a!important;box-shadow:inset 0 -1px 0 #b5451b!important;padding:0 1px!important}
.postroom-mark[data-postroom-kind="fallback"]{box-shadow:inset 0 -1px 0 #958d80!important;background:#efece5!important}
.postroom-mark[data-postroom-kind="missing"]{display:inline-block!important;min-width:.7em!important;min-height:1em!important;vertical-align:text-bottom!important;background:#faf1d9!important;box-shadow:0 0 0 1px #805800!important}
.postroom-mark[data-postroom-kind="unknown"],.postroom-mark[data-postroom-kind="named"]{background:#fbeaee!important;color:#a01840!important;box-shadow:inset 0 -1px 0 #a01840!important;font-family:"JetBrains Mono",ui-monospace,monospace!important;font-size:.92em!important}
.postroom-mark[data-postroom-kind="written"]{font-family:"JetBrains Mono",ui-monospace,monospace!important;font-size:.92em!important}
.postroom-image{display:inline-flex!important;align-items:center!important;justify-content:center!important;box-sizing:border-box!important;max-width:100%!important;overflow:hidden!important;vertical-align:middle!important;background:#f1f3f4!important;border:1px dashed #bdc1c6!important;color:#5c564c!important;font:400 12px/18px Inter,system-ui,sans-serif!important;text-align:center!important}
.postroom-beside{display:inline-block!important;margin:0 4px!important;padding:0 5px!important;border-radius:3px!important;background:#efece5!important;color:#5c564c!important;font:400 11px/18px Inter,system-ui,sans-serif!important;white-space:nowrap!important;vertical-align:middle!important}
.postroom-control{display:inline-block!important;min-width:1em!important;padding:2px 6px!important;border:1px dashed #958d80!important;color:#5c564c!important;font:400 12px/18px Inter,system-ui,sans-serif!important}`

/**
 * A whole document for a frame with `sandbox=""` and `srcdoc`. Its policy comes first: should anything of the mail have
 * come through, it still loads nothing.
 */
export function wholeDocument(mail: InertMail, { colours, images }: DocumentOptions): string {
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src ${images ? 'data:' : "'none'"}; form-action 'none'; base-uri 'none'`
  return (
    `<!doctype html><html${mail.root}><head><meta http-equiv="Content-Security-Policy" content="${policy}">` +
    '<meta charset="utf-8"><meta name="referrer" content="no-referrer">' +
    '<meta name="viewport" content="width=device-width">' +
    `<style>${below}${colours === 'dark' ? darkBelow : ''}</style><style>${mail.styles}</style>` +
    `<style>${above}${colours === 'inverted' ? inverted : ''}</style></head>` +
    `<body${mail.body}>${mail.content}</body></html>`
  )
}
