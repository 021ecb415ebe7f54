// `npm run conformance`: tells makers of instruments what their firmware does when the service or the line is in trouble.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  type Command,
  describeCommand,
  exitCodes,
  type Invocation,
  readInvocation,
  readNumber,
  readSeconds,
  UsageError,
} from '#cli/command.ts'
import { openTerminal, type Terminal } from '#cli/terminal/writer.ts'
import { dialectNames } from './dialects.ts'
import { openCommand, openDevice } from './instrument.ts'
import { listAll, writeJson, writeText } from './report.ts'
import { ruleNames } from './rules.ts'
import { type Result, watchDialect } from './watch.ts'

const DURATION_MS = 60_000
const PORT = 8090

/** npm starts it in its own folder; the maker's paths are those of the maker's. */
const cwd = process.env.INIT_CWD ?? process.cwd()

const conformance: Command = {
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
    json: { type: 'string', value: 'FILE', about: 'writes the results as JSON' },
    list: { type: 'boolean', about: 'lists rules, faults and dialects' },
  },
  examples: [
    'npm run conformance -- --list',
    'npm run conformance -- --run ./upload.sh --json results.json',
    'npm run conformance -- --host 0.0.0.0 --duration 120',
  ],
  run,
}

async function run(given: Invocation, terminal: Terminal): Promise<number> {
  if (given.isSet('list')) {
    terminal.print(...listAll())
    return exitCodes.done
  }
  const rules = readNames(given, 'rules', ruleNames) ?? ruleNames
  const dialects = readNames(given, 'dialect', dialectNames) ?? [undefined]
  const maxMs = readSeconds(given, 'duration', DURATION_MS)
  const command = given.text('run')
  const startedAt = new Date()
  // Loaded when the words are known to be right: the service takes its time.
  const { setUpDesk } = await import('./desk/desk.ts')
  const desk = await setUpDesk({
    host: given.text('host') ?? '127.0.0.1',
    // A command is told the port; a device wants one that stays.
    port: command !== undefined && given.text('port') === undefined ? 0 : readNumber(given, 'port', PORT),
  })
  const instrument =
    command === undefined ? openDevice({ maxMs, say: terminal.say }) : openCommand({ command, maxMs, cwd })
  const close = async () => {
    instrument.close()
    await desk.close()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().finally(() => process.exit(exitCodes.failed)))
  try {
    const results: Result[] = []
    for (const dialect of dialects)
      results.push(...(await watchDialect({ desk, instrument, rules, say: terminal.say }, dialect)))
    terminal.print(...writeText(results))
    writeFile(given.text('json'), writeJson(results, startedAt))
    return toExitCode(results)
  } finally {
    await close()
  }
}

function readNames<Name extends string>(
  given: Invocation,
  option: string,
  known: readonly Name[],
): Name[] | undefined {
  const names = given.text(option)?.split(/[\s,]+/)
  const unknown = names?.find((name) => !known.includes(name as Name))
  if (unknown !== undefined)
    throw new UsageError(`--${option} does not know “${unknown}”; it knows ${known.join(', ')}.`)
  return names as Name[] | undefined
}

function writeFile(path: string | undefined, text: string): void {
  if (path !== undefined) writeFileSync(resolve(cwd, path), text)
}

/** An instrument of which nothing was seen has shown nothing. */
function toExitCode(results: readonly Result[]): number {
  const isBad = results.some(({ verdict }) => verdict === 'fail')
  const isSilent = results.every(({ verdict }) => verdict === 'not seen')
  return isBad || isSilent ? exitCodes.failed : exitCodes.done
}

const terminal = openTerminal(new AbortController().signal)
try {
  process.exitCode = await run(readInvocation(conformance, process.argv.slice(2)), terminal)
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  // Without the first line, which names another program.
  terminal.say(...error.lines, ...describeCommand('', conformance).slice(1))
  process.exitCode = exitCodes.usage
}
