import { validateFlight } from '../../sdk/index.ts'
import { openAccount } from '../account/account.ts'
import { type Command, exitCodes, UsageError } from '../command.ts'
import { findFiles } from '../files/find.ts'

export const validate: Command = {
  about: 'Says what an upload would give, and uploads nothing.',
  words: 'FILE|FOLDER|ZIP…',
  completes: 'files',
  options: { json: { type: 'boolean', about: 'one line of JSON for each file' } },
  examples: ['cloudstreet validate 2026-05-17.igc'],
  async run(given, terminal) {
    const { print, signal } = terminal
    if (given.words.length === 0) throw new UsageError('Which files?')
    const { client } = await openAccount(terminal.say)
    let isRefused = false
    for await (const { label, name, read } of findFiles(given.words)) {
      const found = await validateFlight(client, new File([(await read()) as BlobPart], name), { signal })
      isRefused ||= !found.isValid
      if (given.isSet('json')) {
        print(JSON.stringify({ file: label, ...found }))
        continue
      }
      const { scoring } = found.flight ?? {}
      const worth = scoring ? `${scoring.score.toFixed(2)} points, ${scoring.type}` : 'would be refused'
      print(`${label}: ${worth}${found.isKnown ? ' (uploaded already)' : ''}`)
      for (const { severity, message, hint } of found.diagnoses)
        print(`  ${severity}: ${message} ${hint}`.trimEnd())
    }
    return isRefused ? exitCodes.refused : exitCodes.done
  },
}
