// File names: as a client sends them, as they are stored, and as a download sends them.

const MAX_LENGTH = 255

/** Without path, control characters and marks that turn the direction of text; undefined when nothing is left. */
export function cleanFileName(name: string): string | undefined {
  const withoutPath = name.split(/[/\\]/).at(-1) ?? ''
  const clean = cleanText(withoutPath)
  // A cut inside a surrogate pair leaves half a character, which goes too.
  const short = clean
    .slice(0, MAX_LENGTH)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
  return /^\.*$/.test(short) ? undefined : short
}

/** One line of text without control characters and direction marks. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()
}

/** RFC 6266: a plain name for old clients, and the exact one (RFC 8187) when they differ. */
export function writeContentDisposition(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]/gu, '_').replaceAll(/["\\%]/g, '_')
  if (plain === fileName) return `attachment; filename="${plain}"`
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeExtended(fileName)}`
}

// RFC 8187 3.2.1: encodeURIComponent leaves these as they are, but they must be encoded.
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /['()*!]/g,
    (character) => `%${character.codePointAt(0)?.toString(16).toUpperCase()}`,
  )
}

/** The file name in a Content-Disposition header; the extended form is preferred (RFC 6266 4.3). */
export function readContentDisposition(header: string): string | undefined {
  const extended = /;\s*filename\*\s*=\s*([\w-]+)'[^']*'([^\s;]+)/i.exec(header)
  const decoded = extended && decodeExtended(extended[1] ?? '', extended[2] ?? '')
  if (decoded !== null && decoded !== undefined) return decoded
  const quoted = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header)
  if (quoted) return readHeaderText((quoted[1] ?? '').replaceAll(/\\(["\\])/g, '$1'))
  const token = /;\s*filename\s*=\s*([^\s";]+)/i.exec(header)
  return token ? readHeaderText(token[1] ?? '') : undefined
}

function decodeExtended(charset: string, text: string): string | undefined {
  try {
    if (/^utf-8$/i.test(charset)) return decodeURIComponent(text)
    if (/^iso-8859-1$/i.test(charset)) return unescapeLatin1(text)
  } catch {
    // Not percent-encoding: the plain name remains.
  }
  return undefined
}

function unescapeLatin1(text: string): string {
  return text.replaceAll(/%([\da-f]{2})/gi, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  )
}

/** Node reads header bytes as Latin-1; many clients send UTF-8. */
function readHeaderText(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'))
  } catch {
    return text
  }
}
