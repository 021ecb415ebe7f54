// Follows a guide sample by sample, and compares the answers that it shows.
import assert from 'node:assert/strict'
import { findDifferences, parseShown, readCommentedAnswer } from './answers.ts'
import { type Block, readBlocks, root } from './blocks.ts'
import { openTerminal } from './terminal.ts'

// A refusal fails the sample, and an operator's command runs from where the sample is.
const PRELUDE = `set -o pipefail
curl() { command curl -sS --fail-with-body "$@"; }
npm() { command npm --prefix '${root}' "$@"; }`

export interface Reader {
  /** Runs the next sample of the shell; its answer, if that is JSON. */
  // The caller says what it expects the answer to be.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  next: <Answer>() => Promise<Answer>
  /** Leaves the next sample out. */
  skip: () => void
  /** Variables that a reader sets before going on. */
  set: (variables: Record<string, string>) => Promise<void>
  get: (variable: string) => Promise<string>
  /** How each sample that was run is named in a list. */
  readonly done: string[]
  close: () => Promise<void>
}

export const nameOf = ({ guide, heading, language }: Block) => `${guide}, ${heading}, ${language}`

export async function openGuide(
  guide: string,
  folder: string,
  variables: Record<string, string>,
): Promise<Reader> {
  const blocks = readBlocks(guide)
  const terminal = openTerminal(folder, { ...process.env, ...variables })
  await terminal.run(PRELUDE)
  const done: string[] = []
  let at = -1
  const goOn = () => {
    at = blocks.findIndex(({ language }, index) => index > at && language === 'sh')
  }
  return {
    skip: goOn,
    async next<Answer>() {
      goOn()
      const block = blocks[at]
      assert.ok(block, `${guide} has one more sample`)
      const { code, output } = await terminal.run(block.code)
      assert.equal(code, 0, `${block.place} answers ${output}`)
      done.push(nameOf(block))
      const following = blocks[at + 1]?.language === 'json' ? blocks[at + 1]?.code : undefined
      const shown = readCommentedAnswer(block.code) ?? following
      // The first of several answers; nothing is between them, nor a line behind the last.
      const [first = ''] = output.split(/(?<=\})(?=\{)|\n/)
      const answer = (first.startsWith('{') ? JSON.parse(first) : undefined) as Answer
      if (shown !== undefined) assert.deepEqual(findDifferences(parseShown(shown), answer), [], block.place)
      return answer
    },
    async set(values) {
      for (const [name, value] of Object.entries(values)) await terminal.run(`${name}='${value}'`)
    },
    get: async (variable) => (await terminal.run(`printf %s "$${variable}"`)).output,
    done,
    close: () => terminal.close(),
  }
}
