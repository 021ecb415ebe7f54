// Forms as services read them: fields are text or the bytes of a file, which are sent as they are.
import { randomUUID } from 'node:crypto'

export interface FormBody {
  headers: { 'content-type': string }
  body: Uint8Array
}

export interface FormField {
  name: string
  value: string | Uint8Array
  /** Of a file; a field without one is text. */
  fileName?: string
}

/** RFC 7578. Quotes and line breaks in names are escaped as browsers do. */
export function writeMultipart(form: readonly FormField[]): FormBody {
  const boundary = `cloudstreet-${randomUUID()}`
  const quote = (text: string) =>
    text.replaceAll(/["\r\n]/g, (character) => (character === '"' ? '%22' : '-'))
  const parts = form.flatMap(({ name, value, fileName }) => {
    const file =
      fileName === undefined
        ? ''
        : `; filename="${quote(fileName)}"\r\ncontent-type: application/octet-stream`
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${quote(name)}"${file}\r\n\r\n`
    return [Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')]
  })
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

/** Bytes are escaped one by one: what is Latin-1 in the file stays so. */
export function writeForm(form: readonly FormField[]): FormBody {
  const escape = (value: string | Uint8Array) =>
    Buffer.from(value)
      .toString('latin1')
      .replaceAll(/[^\w.-]/g, (character) => {
        const hex = character.charCodeAt(0).toString(16).toUpperCase()
        return `%${hex.padStart(2, '0')}`
      })
  const text = form.map(({ name, value }) => `${escape(name)}=${escape(value)}`).join('&')
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(text, 'latin1'),
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** For services that take the file as text: UTF-8 where it is that, else Latin-1. */
export function toText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return Buffer.from(bytes).toString('latin1')
  }
}
