// Columns as wide as their widest cell; numbers to the right.
import { toVisible } from './writer.ts'

export type Cell = string | number | undefined

export function toTable(head: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const texts = [head, ...rows].map((row) => row.map((cell) => toText(cell)))
  const widths = head.map((_, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0)))
  const isNumber = head.map((_, column) => rows.some((row) => typeof row[column] === 'number'))
  return texts.map((row) =>
    row
      .map((text, column) =>
        isNumber[column] ? text.padStart(widths[column]!) : text.padEnd(widths[column]!),
      )
      .join('  ')
      .trimEnd(),
  )
}

function toText(cell: Cell): string {
  if (cell === undefined) return ''
  // As wide as it will be shown.
  return typeof cell === 'number' ? cell.toFixed(2) : toVisible(cell)
}
