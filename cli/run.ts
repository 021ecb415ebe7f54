// Finds the command, runs it, and tells what went wrong.
import { ApiError, InsufficientScopeError, ReauthorizationRequiredError } from '../sdk/index.ts'
import {
  type Command,
  describeCommand,
  exitCodes,
  readInvocation,
  type Terminal,
  UsageError,
} from './command.ts'
import { chooseProfile, isProfileName } from './account/places.ts'
import manifest from './package.json' with { type: 'json' }
import { findSimilar } from './similar.ts'
import { commands } from './table.ts'

export async function run(given: string[], terminal: Terminal): Promise<number> {
  const { args, profile = process.env.CLOUDSTREET_PROFILE || undefined } = takeProfile(given)
  if (profile !== undefined && !isProfileName(profile)) {
    terminal.say(`--profile must be a name of letters, digits, - and _, not "${profile}".`)
    return exitCodes.usage
  }
  chooseProfile(profile)
  const [name = 'help', ...rest] = args
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    return runWithout(name, terminal)
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.print(...describeCommand(name, command))
    return exitCodes.done
  }
  try {
    return await command.run(readInvocation(command, rest), terminal)
  } catch (error) {
    return tell(error, name, command, terminal)
  }
}

/** The option of every command, wherever it is among the words. */
function takeProfile(given: string[]): { args: string[]; profile?: string } {
  const index = given.findIndex((word) => /^--profile(?:=|$)/.test(word))
  const [, inline] = /^--profile=(.*)/s.exec(given[index] ?? '') ?? []
  if (index === -1) return { args: given }
  if (inline !== undefined) return { args: given.toSpliced(index, 1), profile: inline }
  return { args: given.toSpliced(index, 2), profile: given[index + 1] ?? '' }
}

/** Without a known command: help or version of the program itself, or a suggestion. */
function runWithout(name: string, terminal: Terminal): number {
  const isHelp = ['help', '--help', '-h'].includes(name)
  if (isHelp) terminal.print(...describeAll())
  if (name === '--version') terminal.print(manifest.version)
  if (isHelp || name === '--version') return exitCodes.done
  const similar = findSimilar(name, Object.keys(commands))
  const question = similar === undefined ? '' : ` Did you mean "${similar}"?`
  terminal.say(...describeAll(), '', `There is no command "${name}".${question}`)
  return exitCodes.usage
}

function tell(error: unknown, name: string, command: Command, terminal: Terminal): number {
  if (error instanceof UsageError) {
    terminal.say(...describeCommand(name, command), '', ...error.lines)
    return exitCodes.usage
  }
  terminal.say(error instanceof Error ? error.message : String(error))
  if (error instanceof ApiError && error.requestId !== undefined) terminal.say(`Request ${error.requestId}`)
  if (error instanceof InsufficientScopeError) terminal.say(...(command.whenOutOfScope ?? []))
  const isSignedOut =
    error instanceof ReauthorizationRequiredError || (error instanceof ApiError && error.status === 401)
  if (isSignedOut) terminal.say('Sign in with: cloudstreet login')
  return isSignedOut ? exitCodes.signedOut : exitCodes.failed
}

function describeAll(): string[] {
  const lines = Object.entries(commands).map(([name, { about }]) => `  ${name.padEnd(11)} ${about}`)
  return [
    'cloudstreet takes flights from a vario to Cloudstreet.',
    '',
    ...lines,
    '',
    'cloudstreet <command> --help shows its options and examples; cloudstreet --version the version.',
    '--profile NAME, or CLOUDSTREET_PROFILE, is for another account: each has a sign-in by itself.',
    'Exit codes: 0 done, 1 failed, 2 wrong words, 3 a file was refused, 4 not signed in.',
  ]
}
