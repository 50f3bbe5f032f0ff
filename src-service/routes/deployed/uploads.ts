import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { projectId } from '../../dialect/deployed-record'
import { flat, unexpected, unknownRoute } from '../../http/deployed/refusals'
import { uploadedFile } from '../../http/deployed/uploaded-file'
import { type Env, requireKey } from '../../http/guards'
import { guarded } from '../../mail/pages/frame'
import type { ServiceContext } from '../../service-context'
import { uploadStore } from '../../store/uploads'

/** The kinds of picture, and how their files end. */
const endings = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
])

/** The largest picture, in bytes. */
const imageMax = 10 * 1024 * 1024

/** POST /uploads/image (deployed.md section 8), and the pictures themselves, which mails show and so need no key. */
export function uploadRoutes({ db, dialect, clock, publicUrl }: ServiceContext): Hono<Env> {
  const uploads = uploadStore(db)
  const app = new Hono<Env>()

  app.post('/image', requireKey('secret'), async (c) => {
    const file = await uploadedFile(c, 'image')
    if (!file) throw flat(400, 'Image file is required')
    const { name: filename, type: contentType, size } = file
    const ending = endings.get(contentType)
    if (ending === undefined || size > imageMax) throw unexpected()
    const key = `${projectId(dialect.ids)}/${randomUUID()}.${ending}`
    await uploads.add({ key, contentType, bytes: Buffer.from(await file.arrayBuffer()), now: clock.now() })
    return c.json({ url: `${publicUrl()}/uploads/${key}`, key, filename, contentType, size })
  })

  app.get('/:project/:file', async (c) => {
    const { project, file } = c.req.param()
    const upload = await uploads.get(`${project}/${file}`)
    if (!upload) throw unknownRoute()
    return c.body(new Uint8Array(upload.bytes), 200, {
      ...guarded,
      'Content-Type': upload.contentType,
      'Content-Security-Policy': "default-src 'none'",
      // Mail is read on pages of other origins.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
  })
  return app
}
