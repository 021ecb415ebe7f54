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

/** Words for the file, and for the thing that each request is for. */
export interface FileWords {
  file: string
  each: string
}

const flightWords: FileWords = { file: 'IGC file', each: 'flight' }

export async function readMultipart(
  body: Uint8Array,
  contentType: string,
  words = flightWords,
): Promise<MultipartUpload> {
  const { files, fields } = await parse(body, contentType, oneFile)
  const [first, second] = files
  if (!first) throw invalidRequest(`There is no part named file: it must hold the ${words.file}.`)
  if (second)
    throw invalidRequest(`There is more than one file: send each ${words.each} in a separate request.`)
  if (first.name !== 'file') throw invalidRequest('The file must be in the part named file.')
  return { file: Buffer.concat(first.chunks), fileName: first.fileName, fields }
}

export interface Part {
  name: string
  bytes: Uint8Array
  fileName: string | undefined
}

/** Every part as bytes, text parts too, in order. */
export async function readParts(body: Uint8Array, contentType: string, maxParts: number): Promise<Part[]> {
  const { files } = await parse(body, contentType, { isFile: () => true, maxParts })
  return files.map(({ name, fileName, chunks }) => ({
    name: name ?? '',
    bytes: Buffer.concat(chunks),
    fileName,
  }))
}

interface PartRule {
  isFile: (name: string | undefined, fileName: string | undefined) => boolean
  maxParts: number
}

export const oneFile: PartRule = {
  // Some clients name no file, or call it text: the part's name decides.
  isFile: (name, fileName) => name === 'file' || fileName !== undefined,
  maxParts: MAX_PARTS,
}

function parse(
  body: Uint8Array,
  contentType: string,
  rule: PartRule,
): Promise<{ files: FilePart[]; fields: Map<string, string> }> {
  return new Promise((resolve, reject) => {
    const files: FilePart[] = []
    const fields = new Map<string, string>()
    const refuse = () => reject(broken())
    const timer = setTimeout(refuse, TIMEOUT_MS).unref()
    const parser = startParser(contentType, rule)
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
    parser.once('partsLimit', () => reject(invalidRequest(`There are more than ${rule.maxParts} parts.`)))
    parser.once('error', refuse)
    parser.once('finish', () => {
      clearTimeout(timer)
      resolve({ files, fields })
    })
    parser.end(body)
  })
}

/** Throws where there is no boundary. */
export function startParser(contentType: string, { isFile, maxParts }: PartRule): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType } as BusboyHeaders,
      isPartAFile: (name, _type, fileName) => isFile(name, fileName),
      limits: { fieldSize: MAX_FIELD_BYTES, parts: maxParts, headerPairs: 50, headerSize: 8192 },
    })
  } catch {
    throw invalidRequest('The multipart Content-Type has no boundary.')
  }
}

const broken = () => invalidRequest('The multipart body is broken or cut off.')
