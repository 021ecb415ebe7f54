// A multipart body with exactly one file, in the part named `file`, and a few text parts.
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import { invalidRequest } from '#server/platform/errors.ts'

export interface MultipartUpload {
  file: Uint8Array
  fileName: string | undefined
  /** The text parts by name. */
  fields: Map<string, string>
}

const MAX_FIELD_BYTES = 1024
const MAX_PARTS = 20
// The body is in memory already, so the parser has nothing to wait for.
const TIMEOUT_MS = 10_000

interface FilePart {
  name: string | undefined
  fileName: string | undefined
  chunks: Uint8Array[]
}

export async function readMultipart(body: Uint8Array, contentType: string): Promise<MultipartUpload> {
  const { files, fields } = await parse(body, contentType)
  const [first, second] = files
  if (!first) throw invalidRequest('There is no part named file: it must hold the IGC file.')
  if (second) throw invalidRequest('There is more than one file: send each flight in a request of its own.')
  if (first.name !== 'file') throw invalidRequest('The file must be in the part named file.')
  // A copy with a buffer of its own, because that is transferred to a thread.
  return { file: new Uint8Array(Buffer.concat(first.chunks)), fileName: first.fileName, fields }
}

function parse(
  body: Uint8Array,
  contentType: string,
): Promise<{ files: FilePart[]; fields: Map<string, string> }> {
  return new Promise((resolve, reject) => {
    const files: FilePart[] = []
    const fields = new Map<string, string>()
    const refuse = () => reject(broken())
    const timer = setTimeout(refuse, TIMEOUT_MS).unref()
    const parser = startParser(contentType)
    parser.on('file', (name, stream, fileName) => {
      const part: FilePart = { name, fileName, chunks: [] }
      files.push(part)
      stream.on('data', (chunk: Uint8Array) => part.chunks.push(chunk))
      stream.on('error', refuse)
    })
    parser.on('field', (name, value, _isNameCut, isValueCut) => {
      if (isValueCut) reject(invalidRequest(`A text part is longer than ${MAX_FIELD_BYTES} bytes.`))
      fields.set(name, value)
    })
    parser.once('partsLimit', () => reject(invalidRequest(`There are more than ${MAX_PARTS} parts.`)))
    parser.once('error', refuse)
    parser.once('finish', () => {
      clearTimeout(timer)
      resolve({ files, fields })
    })
    parser.end(body)
  })
}

function startParser(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType } as BusboyHeaders,
      // Some clients name no file, or call it text: the part's name decides.
      isPartAFile: (name, _type, fileName) => name === 'file' || fileName !== undefined,
      limits: { fieldSize: MAX_FIELD_BYTES, parts: MAX_PARTS, headerPairs: 50, headerSize: 8192 },
    })
  } catch {
    throw invalidRequest('The multipart Content-Type has no boundary.')
  }
}

const broken = () => invalidRequest('The multipart body is broken or cut off.')
