/** What a letter of the sample's product says. All texts are HTML and may hold variables. */
export interface Letter {
  /** What mail programs show beside the subject. */
  preview: string
  heading: string
  paragraphs: readonly string[]
  /** Short lines, as a list below the paragraphs. */
  points?: readonly string[]
  button?: { label: string; url: string }
  /** Why it came, at the foot. News also has a picture and says how to get no more of it. */
  kind: 'news' | 'notice'
}

const site = 'https://harbournotes.app'
const ink = '#1d2b36'
const sea = '#1f5f8b'

/** A page of the product. */
export const page = (path: string): string => `${site}/${path}`

/** A letter as HTML, as mail programs take it: tables, and every style on its element. */
export function letterHtml({ preview, heading, paragraphs, points = [], button, kind }: Letter): string {
  const body = [
    ...paragraphs.map((text) => `<p style="margin:0 0 16px">${text}</p>`),
    ...(points.length > 0
      ? [
          `<ul style="margin:0 0 16px;padding-left:20px">${points
            .map((point) => `<li style="margin:0 0 6px">${point}</li>`)
            .join('')}</ul>`,
        ]
      : []),
    ...(button ? [buttonHtml(button)] : []),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title>
</head>
<body style="margin:0;padding:0;background:#eef2f4">
<div style="display:none;max-height:0;overflow:hidden">${preview}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#eef2f4">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="max-width:600px;width:100%;background:#ffffff;border-radius:6px">
<tr><td style="padding:20px 32px;border-bottom:1px solid #dde4e8;font:600 15px/1.4 Georgia,serif;color:${sea}">Harbour Notes</td></tr>
${kind === 'news' ? picture : ''}<tr><td style="padding:28px 32px 12px;font:16px/1.6 Arial,sans-serif;color:${ink}">
<h1 style="margin:0 0 16px;font:600 24px/1.3 Georgia,serif;color:${ink}">${heading}</h1>
${body.join('\n')}
</td></tr>
<tr><td style="padding:16px 32px 28px;font:12px/1.6 Arial,sans-serif;color:#5d6b75">
${feet[kind]}<br>Harbour Notes, Quay 4, 5003 Bergen
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

const picture = `<tr><td><img src="${page('mail/header.png')}" width="600" alt="" style="display:block;width:100%;border:0"></td></tr>\n`

const feet = {
  news:
    'You get this as {{email}} because you asked for news of the harbour. ' +
    '<a href="{{manageUrl}}" style="color:#5d6b75">Settings</a> &middot; ' +
    '<a href="{{unsubscribeUrl}}" style="color:#5d6b75">Unsubscribe</a>',
  notice: 'You get this as {{email}} because you have an account with Harbour Notes.',
}

function buttonHtml({ label, url }: { label: string; url: string }): string {
  return (
    '<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 20px"><tr>' +
    `<td style="border-radius:4px;background:${sea}"><a href="${url}" style="display:inline-block;padding:11px 22px;` +
    `font:600 15px Arial,sans-serif;color:#ffffff;text-decoration:none">${label}</a></td></tr></table>`
  )
}
