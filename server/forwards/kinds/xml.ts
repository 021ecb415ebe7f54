// Reads the XML that folders are listed in: elements by their local names, and text. No document type and no entities but
// XML's own, so nothing in it can grow or reach elsewhere.

export interface Element {
  readonly name: string
  text: string
  readonly children: Element[]
}

const MAX_DEPTH = 32
/** So that reading takes a tenth of a second at most: elements, and text with entities in it. */
const MAX_ELEMENTS = 100_000
const MAX_DECODED = 1_000_000

export class TooMuchXml extends Error {}
const TOKEN =
  /<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[([^]*?)\]\]>|<(\/?)(?:[\w.-]+:)?([\w.-]+)(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(\/?)>|([^<]+)/y
const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Undefined when it is not well-formed, is cut off or nests too deeply; throws when it is too much. */
export function readXml(text: string): Element | undefined {
  const top: Element = { name: '', text: '', children: [] }
  const open = [top]
  const token = new RegExp(TOKEN)
  let [elements, decoded] = [0, 0]
  token.lastIndex = text.startsWith('\uFEFF') ? 1 : 0
  while (token.lastIndex < text.length) {
    const match = token.exec(text)
    const element = open.at(-1)!
    if (!match) return undefined
    const [, raw, isEnd, name, isEmpty, words] = match
    if (name === undefined) {
      const isDecoded = words?.includes('&')
      if (isDecoded && (decoded += words!.length) > MAX_DECODED) throw new TooMuchXml()
      element.text += raw ?? (isDecoded ? decode(words!) : (words ?? ''))
    } else if (isEnd) {
      if (element.name !== name || open.length === 1) return undefined
      open.pop()
    } else {
      const child = { name, text: '', children: [] }
      element.children.push(child)
      if (++elements > MAX_ELEMENTS) throw new TooMuchXml()
      if (!isEmpty) open.push(child)
      if (open.length > MAX_DEPTH) return undefined
    }
  }
  return open.length === 1 && top.children.length === 1 ? top.children[0] : undefined
}

function decode(words: string): string {
  return words.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi,
    (entity, decimal, hex, name: string) => {
      const code =
        decimal === undefined ? (hex === undefined ? undefined : parseInt(String(hex), 16)) : Number(decimal)
      if (code !== undefined)
        return code <= 0x10_ffff ? String.fromCodePoint(code).toWellFormed() : '\u{fffd}'
      return entities[name] ?? entity
    },
  )
}

/** Elements of this name, at any depth. */
export function findAll({ children }: Element, name: string): Element[] {
  return children.flatMap((child) => (child.name === name ? child : findAll(child, name)))
}

/** The text of the first that has one. */
export function findText(element: Element, name: string): string | undefined {
  return findAll(element, name)
    .map(({ text }) => text.trim())
    .find((text) => text !== '')
}
