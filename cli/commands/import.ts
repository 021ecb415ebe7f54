import { statSync } from 'node:fs'
import { type Import, importFlights } from '../../sdk/index.ts'
import { openAccount } from '../account/account.ts'
import { type Command, UsageError } from '../command.ts'
import { toExitCode } from '../outcome.ts'
import { toTable } from '../terminal/table.ts'
import { describeWarnings } from './upload.ts'

export const importFiles: Command = {
  about: 'Imports archives, and files with several flights.',
  words: 'ZIP|FILE…',
  completes: 'files',
  options: {
    glider: { type: 'string', value: 'NAME', about: 'make and model of the glider, for all of them' },
    json: { type: 'boolean', about: 'one line of JSON for each file' },
  },
  examples: ['cloudstreet import season-2025.zip', 'cloudstreet import two-flights.igc --json'],
  async run(given, terminal) {
    if (given.words.length === 0) throw new UsageError('Which files?')
    for (const path of given.words) requireFile(path)
    const glider = given.text('glider')
    const { client } = await openAccount(terminal.say)
    const imports: Import[] = []
    for (const path of given.words) {
      const done = await importFlights(client, path, {
        ...(glider === undefined ? {} : { gliderName: glider }),
        signal: terminal.signal,
        onChange: ({ counts: { waiting } }) => {
          if (terminal.isWatched && waiting > 0) terminal.draw([`${path}: ${waiting} waiting`])
        },
      })
      imports.push(done)
      if (given.isSet('json')) terminal.print(JSON.stringify(done))
      else terminal.print(...describe(done))
    }
    return toExitCode(imports.flatMap(({ entries }) => entries.map(({ status }) => ({ result: status }))))
  },
}

function requireFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new Error(`There is no file "${path}".`)
  if (!found.isDirectory()) return
  throw new UsageError(
    `${path} is a folder: name the files in it, or upload it by cloudstreet upload ${path}.`,
  )
}

function describe({ fileName, entries, counts }: Import): string[] {
  const rows = entries
    .filter(({ status }) => status !== 'skipped')
    .map(({ name, status, flightId, reason }) => [name, status, reason ?? flightId ?? undefined])
  const noticed = describeWarnings(entries.map(({ name, warnings }) => ({ file: name, warnings })))
  const told = Object.entries(counts).flatMap(([what, count]) => (count > 0 ? `${count} ${what}` : []))
  return [...toTable([fileName, 'result', ''], rows), '', ...noticed, told.join(', ') || 'Nothing is in it.']
}
