// Splits CSV into rows and cells, each row with its line.

export interface CsvRow {
  line: number
  cells: string[]
  fault?: string
}

/** A quoted cell ends here at the latest: one that is never closed must not swallow the rest of the file. */
const MAX_CELL_LENGTH = 10_000

/** RFC 4180: quoted cells may hold commas, doubled quotes and line ends. Blank lines are skipped. Where decimals have commas, cells end at semicolons. */
export function splitCsv(text: string, separator = ','): CsvRow[] {
  const rows: CsvRow[] = []
  let line = 1
  for (let at = 0; at < text.length;) {
    const row: CsvRow = { line, cells: [] }
    at = takeRow(text, at, row, separator)
    line += countLines(row)
    if (row.fault !== undefined || row.cells.length > 1 || row.cells[0]?.trim()) rows.push(row)
  }
  return rows
}

/** Where the next row begins; the cells go into `row`. */
function takeRow(text: string, start: number, row: CsvRow, separator: string): number {
  let at = start
  for (;;) {
    const quoted = text[at] === '"' ? findClosingQuote(text, at + 1, separator) : undefined
    if (quoted === -1) {
      row.fault = 'has a quote that is never closed'
      return findNextLine(text, start)
    }
    const end = findCellEnd(text, quoted === undefined ? at : quoted + 1, separator)
    row.cells.push(
      quoted === undefined ? text.slice(at, end) : text.slice(at + 1, quoted).replaceAll('""', '"'),
    )
    if (text[end] !== separator) return findNextLine(text, end)
    at = end + 1
  }
}

function findClosingQuote(text: string, from: number, separator: string): number {
  for (let at = from; at < Math.min(text.length, from + MAX_CELL_LENGTH); at++) {
    if (text[at] !== '"') continue
    // Followed by anything but the end of the cell, the quote belongs to a later row.
    if (text[at + 1] !== '"') return [separator, '\n', '\r', undefined].includes(text[at + 1]) ? at : -1
    at++
  }
  return -1
}

function findCellEnd(text: string, from: number, separator: string): number {
  let at = from
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++
  return at
}

function findNextLine(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at++
  return text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : at + 1
}

/** One for the row itself and those inside its quoted cells. */
function countLines({ cells, fault }: CsvRow): number {
  if (fault !== undefined) return 1
  return 1 + cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0)
}
