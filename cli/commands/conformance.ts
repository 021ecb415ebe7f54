// Starts the conformance kit. It is the real service with faults, so it is in the sources of Cloudstreet and not in this
// program, which finds and starts it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Command, UsageError } from '../command.ts'

export const conformance: Command = {
  about: 'Tries an instrument on the real service with faults, and says which rules it keeps.',
  words: '',
  options: {
    run: {
      type: 'string',
      value: 'COMMAND',
      about: 'uploads $FILE to $URL as $USER with $PASSWORD, or with the key $TOKEN',
    },
    rules: { type: 'string', value: 'NAMES', about: 'only these rules, separated by commas' },
    dialect: { type: 'string', value: 'NAMES', about: 'these dialects by turns, each in $DIALECT' },
    duration: { type: 'string', value: 'SECONDS', about: 'how long the instrument has for each fault; 60' },
    host: {
      type: 'string',
      value: 'ADDRESS',
      about: 'where to listen; 0.0.0.0 for a device in the same network',
    },
    port: { type: 'string', value: 'N', about: 'the port for a device; 8090' },
    json: { type: 'string', value: 'FILE', about: 'writes the results as JSON', completes: 'files' },
    list: { type: 'boolean', about: 'lists rules, faults and dialects' },
    checkout: { type: 'string', value: 'FOLDER', about: 'the sources of Cloudstreet', completes: 'folders' },
  },
  examples: [
    'cloudstreet conformance --list',
    'cloudstreet conformance --run ./upload.sh --json results.json',
    'cloudstreet conformance --host 0.0.0.0 --duration 120',
  ],
  async run(given) {
    const folder = requireCheckout(given.text('checkout'))
    const words = Object.entries(conformance.options).flatMap(([name, { type }]) => {
      if (type === 'boolean') return given.isSet(name) ? [`--${name}`] : []
      const text = given.text(name)
      return text === undefined || name === 'checkout' ? [] : [`--${name}=${text}`]
    })
    // npm tells the kit where it was called: the maker's paths are those of this folder.
    const args = ['--prefix', folder, 'run', '--silent', 'conformance', '--', ...words]
    const child = spawn('npm', args, { stdio: 'inherit' })
    await once(child, 'close')
    return child.exitCode ?? 1
  },
}

/** Here or above, or where this program is run from. */
function requireCheckout(named: string | undefined): string {
  const starts =
    named === undefined ? [process.cwd(), realpathSync(process.argv[1] ?? '.')] : [resolve(named)]
  for (const start of starts)
    for (let folder = start; ; folder = dirname(folder)) {
      if (existsSync(join(folder, 'conformance/main.ts'))) return folder
      if (folder === dirname(folder)) break
    }
  throw new UsageError(
    'The kit runs the real service, which is not here: clone Cloudstreet and name its folder with --checkout.',
  )
}
