// Options of the operator's commands, and how they fail.

/** A command that could not do its work, where that is told apart from one that has found something wrong. */
export class CouldNotRun extends Error {
  readonly exitCode = 2
}

/** A command that has done its work and found something wrong: its report goes to standard output all the same. */
export class CommandFailure extends Error {
  readonly report: object

  constructor(message: string, report: object) {
    super(message)
    this.report = report
  }
}

/** The output of a command for people, instead of JSON. */
export class TextReport {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Each option with all the values it was given. */
export type Options = ReadonlyMap<string, readonly string[]>

export function findOption(options: Options, name: string): string | undefined {
  return options.get(name)?.at(-1)
}

export function requireOption(options: Options, name: string): string {
  const value = findOption(options, name)
  if (value === undefined || value === 'true') throw new Error(`--${name} is missing or has no value.`)
  return value
}
