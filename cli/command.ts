// Commands, and how their words are read.
import { parseArgs } from 'node:util'
import { findSimilar } from './similar.ts'
import type { Terminal } from './terminal/writer.ts'

export type { Terminal }

/** For completion: a path, or one of these. */
export type Kind = 'files' | 'folders' | readonly string[]

/** An option of a command; `about` is shown by --help. */
export interface OptionDescription {
  type: 'string' | 'boolean'
  /** Stands for the value in --help. */
  value?: string
  about: string
  /** Completes its value. */
  completes?: Kind
  /** May be given several times. */
  isRepeated?: boolean
  /** One letter. */
  short?: string
}

export interface Invocation {
  words: string[]
  text(name: string): string | undefined
  /** Of an option that may be given several times. */
  texts(name: string): string[]
  isSet(name: string): boolean
}

export interface Command {
  /** One line. */
  about: string
  /** The arguments after the name. */
  words: string
  /** Completes these words. */
  completes?: Kind
  options: Record<string, OptionDescription>
  examples: string[]
  /** What to type instead when the credential lacks a scope. */
  whenOutOfScope?: readonly string[]
  /** The exit code. */
  run(given: Invocation, terminal: Terminal): Promise<number>
}

/** Of every command. Read before the command is: it chooses the account. */
export const commonOptions: Record<string, OptionDescription> = {
  profile: { type: 'string', value: 'NAME', about: 'another account, which has a sign-in by itself' },
}

/** Exit codes: a script tells the cases apart by them. */
export const exitCodes = { done: 0, failed: 1, usage: 2, refused: 3, signedOut: 4 } as const

/** Wrong words: the caller is told how the command is used. */
export class UsageError extends Error {
  readonly lines: readonly string[]

  constructor(lines: string | readonly string[], options?: ErrorOptions) {
    super([lines].flat().join('\n'), options)
    this.lines = [lines].flat()
  }
}

export function readInvocation(command: Command, args: string[]): Invocation {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { type, isRepeated: multiple = false, short }]) => [
      name,
      { type, multiple, ...(short !== undefined && { short }) },
    ]),
  )
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    return {
      words: positionals,
      text: (name) => (typeof values[name] === 'string' ? values[name] : undefined),
      texts: (name) => (Array.isArray(values[name]) ? values[name].map(String) : []),
      isSet: (name) => values[name] === true,
    }
  } catch (error) {
    throw new UsageError(describeProblem(error as Error, Object.keys(options)), { cause: error })
  }
}

function describeProblem({ message }: Error, options: readonly string[]): string {
  const unknown = /^Unknown option '--?([^']+)'/.exec(message)?.[1]
  if (unknown === undefined) return message
  const similar = findSimilar(unknown, options)
  return `There is no option --${unknown}.${similar === undefined ? '' : ` Did you mean --${similar}?`}`
}

/** A whole number, or else a sentence. */
export function readNumber(given: Invocation, name: string, otherwise: number): number {
  const text = given.text(name)
  if (text === undefined) return otherwise
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new UsageError(`--${name} must be a whole number from 1 to 9999, not "${text}".`)
  return Number(text)
}

/** Seconds as milliseconds. */
export function readSeconds(given: Invocation, name: string, otherwiseMs: number): number {
  const text = given.text(name)
  if (text === undefined) return otherwiseMs
  const seconds = /^\d{1,4}(?:\.\d+)?$/.test(text) ? Number(text) : 0
  if (seconds >= 0.1) return seconds * 1000
  throw new UsageError(`--${name} must be a number of seconds from 0.1 to 9999, not "${text}".`)
}

export function describeCommand(name: string, command: Command): string[] {
  const options = Object.entries(command.options).map(([option, { value, about, short }]) => {
    const name = `--${option}${value === undefined ? '' : ` ${value}`}`
    return `  ${name.padEnd(20)} ${about}${short === undefined ? '' : `; -${short} for short`}`
  })
  return [
    `cloudstreet ${name} ${command.words}`.trimEnd(),
    '',
    command.about,
    ...(options.length > 0 ? ['', 'Options:', ...options] : []),
    '',
    'Examples:',
    ...command.examples.map((example) => `  ${example}`),
  ]
}
