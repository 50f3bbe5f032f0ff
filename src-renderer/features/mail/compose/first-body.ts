/** The HTML that a new mail begins with. */
export const firstBody = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title></title>
  </head>
  <body style="margin: 0; font-family: sans-serif; line-height: 1.5">
    <p>Hello {{firstName ?? "there"}},</p>
    <p></p>
  </body>
</html>
`
