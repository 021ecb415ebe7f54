// Reads CSV as RFC 4180 says: quotes are doubled inside quotes, lines end with CR LF.
import assert from 'node:assert/strict'

export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (let at = 0; at < text.length;) {
    const field = /"((?:[^"]|"")*)"|[^",\r\n]*/y
    field.lastIndex = at
    const match = field.exec(text)!
    at += match[0].length
    rows.at(-1)!.push(match[1] === undefined ? match[0] : match[1].replaceAll('""', '"'))
    if (text[at] === ',') at++
    else {
      assert.equal(text.slice(at, at + 2), '\r\n', `a line ends at ${at}`)
      at += 2
      if (at < text.length) rows.push([])
    }
  }
  return rows
}
