// Reads the words and options that follow the name of an operator's command.
import { CouldNotRun } from './platform/options.ts'

/** An option of a usage line, with its value where it takes one: `--max N|none`, `[--force | --verify]`. */
const OPTION = /--([a-z][a-z-]*)(?: (?=[^\s[|-])("[^"]*"|[^\s\])]+))?/g

/**
 * The words and options after a command's name, as its usage line has them. Everything else is refused: a misspelled
 * option that is passed over would let the command do something else than it was told to.
 */
export function readArguments(
  usage: string,
  argv: readonly string[],
): { words: string[]; options: Map<string, string[]> } {
  const takesValue = new Map(
    [...usage.matchAll(OPTION)].map(([, name, value]) => [name, value !== undefined]),
  )
  const most = usage.replaceAll(OPTION, '').match(/\b[A-Z][A-Z|]*\b/g)?.length ?? 0
  const words: string[] = []
  const options = new Map<string, string[]>()
  const rest = [...argv]
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
    if (!next.startsWith('-')) {
      if (words.push(next) > most) throw new CouldNotRun(`${next} is more than this command takes.`)
      continue
    }
    const [, name = '', given] = /^--([^=]+)(?:=(.*))?$/s.exec(next) ?? []
    const hasValue = takesValue.get(name)
    if (hasValue === undefined) throw new CouldNotRun(`There is no option ${name ? `--${name}` : next} here.`)
    if (!hasValue && given !== undefined) throw new CouldNotRun(`--${name} takes no value.`)
    const value = hasValue ? (given ?? takeValue(rest)) : 'true'
    if (value === undefined) throw new CouldNotRun(`--${name} is missing its value.`)
    options.set(name, [...(options.get(name) ?? []), value])
  }
  return { words, options }
}

/** A value may begin with a minus, as a latitude does; with two of them it is the next option. */
const takeValue = (rest: string[]) => (rest[0]?.startsWith('--') ? undefined : rest.shift())
