// What a command prints as JSON, through the jq of the system: a second language for the same would be one too many.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { exitCodes } from './command.ts'
import type { Terminal } from './terminal/writer.ts'

/** Its lines are printed like any others. The exit code is the command's, or that of a failure when the filter is wrong. */
export async function printThroughJq(
  filter: string,
  terminal: Terminal,
  run: (piped: Terminal) => Promise<number>,
): Promise<number> {
  const jq = spawn('jq', ['--compact-output', '--raw-output', '--unbuffered', filter])
  await once(jq, 'spawn').catch((cause: unknown) => {
    throw new Error('--jq needs the program jq, which is not installed.', { cause })
  })
  const ended = once(jq, 'close') as Promise<[number | null]>
  // A wrong filter ends it while the command still prints: its exit code tells.
  jq.stdin.on('error', () => {})
  createInterface({ input: jq.stdout }).on('line', (line) => terminal.print(line))
  createInterface({ input: jq.stderr }).on('line', (line) => terminal.say(line))
  const print = (...lines: string[]) => void jq.stdin.write(lines.map((line) => `${line}\n`).join(''))
  const code = await run({ ...terminal, print })
  jq.stdin.end()
  const [ending] = await ended
  return ending === 0 ? code : exitCodes.failed
}
