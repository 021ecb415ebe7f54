import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { downloadFlight, getFlight } from '../../sdk/index.ts'
import { writeWhole } from '../../sdk/node/write-whole.ts'
import { openAccount } from '../account/account.ts'
import { type Command, exitCodes, UsageError } from '../command.ts'
import { requireFree } from '../files/free.ts'
import { toFlightFileName } from '../files/name.ts'

export const download: Command = {
  about: 'Downloads the files of flights, as they were uploaded.',
  words: 'ID…',
  options: {
    to: {
      type: 'string',
      value: 'FOLDER',
      about: 'where to; the current folder by default',
      completes: 'folders',
    },
    force: { type: 'boolean', about: 'replace a file that is there' },
  },
  examples: ['cloudstreet download 68f0a1b2c3d4e5f6a7b8c9d0 --to ~/flights'],
  async run(given, terminal) {
    const { print, signal } = terminal
    if (given.words.length === 0) throw new UsageError('Which flights?')
    const { client } = await openAccount(terminal.say)
    for (const id of given.words) {
      const flight = await getFlight(client, id, { signal })
      const bytes = await downloadFlight(client, id, { signal })
      const hash = createHash('sha256').update(bytes).digest('hex')
      if (hash !== flight.hash) throw new Error(`The file of ${id} was damaged on its way; try again.`)
      const path = join(given.text('to') ?? '.', toFlightFileName(flight.original_file_name, id))
      if (!given.isSet('force')) await requireFree(path)
      await writeWhole(path, bytes)
      print(path)
    }
    return exitCodes.done
  },
}
