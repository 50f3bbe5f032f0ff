import { StringDecoder } from 'node:string_decoder'
import { Parser } from 'htmlparser2'
import type { Archive } from './archive'
import type { Workbook } from './sheet'

/** What is told of an XML text; names are without their prefixes. */
export interface ElementHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

/**
 * Reads an XML text piece by piece. After each piece, what the handler found is to be taken: nothing is held here. Entities of
 * the text's own are not expanded, and nothing is fetched.
 */
export async function* readElements(
  bytes: AsyncIterable<Uint8Array>,
  handler: ElementHandler,
): AsyncGenerator<void> {
  const decoder = new StringDecoder('utf8')
  const parser = new Parser(
    {
      onopentag: (name, attributes) => handler.open?.(localName(name), attributes),
      ontext: (text) => handler.text?.(text),
      onclosetag: (name) => handler.close?.(localName(name)),
    },
    { xmlMode: true, decodeEntities: true },
  )
  for await (const chunk of bytes) {
    parser.write(decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)))
    yield
  }
  parser.end(decoder.end())
  yield
}

/** Reads an XML text to its end. */
export async function readAllElements(
  bytes: AsyncIterable<Uint8Array>,
  handler: ElementHandler,
): Promise<void> {
  for await (const _ of readElements(bytes, handler)) void _
}

/** An attribute, whatever prefix it has. */
export function attribute(attributes: Readonly<Record<string, string>>, name: string): string | undefined {
  const own = attributes[name]
  if (own !== undefined) return own
  const key = Object.keys(attributes).find((key) => localName(key) === name)
  return key === undefined ? undefined : attributes[key]
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** What a part says of the last time that its workbook was saved; `at` and `by`: the names of the elements that hold it. */
export async function savedOf(
  archive: Archive,
  part: string,
  of: { at: string; by: string },
): Promise<Pick<Workbook, 'savedAt' | 'savedBy'>> {
  const texts = new Map<string, string>()
  if (archive.has(part)) {
    let within = ''
    await readAllElements(archive.part(part), {
      open: (name) => void (within = name),
      text: (text) => void texts.set(within, (texts.get(within) ?? '') + text),
      close: () => void (within = ''),
    })
  }
  const at = Date.parse(texts.get(of.at) ?? '')
  return { savedAt: Number.isNaN(at) ? null : at, savedBy: texts.get(of.by)?.trim() || null }
}
