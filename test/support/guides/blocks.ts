// The code of the guides, taken out of their Markdown.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../../..')
const folder = join(root, 'docs/guide')

export interface Block {
  guide: string
  /** The nearest heading of the second level. */
  section: string
  /** The nearest heading of any level. */
  heading: string
  /** The first word behind the fence. */
  language: string
  /** The mark that follows it, which no reader sees. */
  mark: string
  code: string
  /** Where it stands, for a message: `upload.md:8`. */
  place: string
}

export function listGuides(): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'))
}

/** In their order; indented ones, of lists, without the indentation. */
export function readBlocks(guide: string): Block[] {
  const blocks: Block[] = []
  let section = ''
  let heading = ''
  let open: { block: Block; indent: string; lines: string[] } | undefined
  for (const [index, line] of readFileSync(join(folder, guide), 'utf8').split('\n').entries()) {
    const fence = /^( *)```(\S*) ?(.*)$/.exec(line)
    if (open && fence) {
      blocks.push({ ...open.block, code: open.lines.join('\n') })
      open = undefined
    } else if (open) {
      open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line)
    } else if (fence) {
      const [, indent = '', language = '', mark = ''] = fence
      const place = `${guide}:${index + 1}`
      open = { block: { guide, section, heading, language, mark, code: '', place }, indent, lines: [] }
    } else {
      heading = /^#+ (.*)$/.exec(line)?.[1] ?? heading
      section = /^## (.*)$/.exec(line)?.[1] ?? section
    }
  }
  return blocks
}
