// Bash 3.2 or newer: macOS has no other.
import type { Command, Kind } from '../command.ts'

export function toBash(commands: Record<string, Command>): string {
  const entries = Object.entries(commands)
  const values = entries.flatMap(([name, { options }]) =>
    Object.entries(options)
      .filter(([, { type }]) => type === 'string')
      .map(([option, { completes }]) => `    '${name} --${option}') ${propose(completes)}; return ;;`),
  )
  const options = entries.map(([name, command]) => {
    const flags = [...Object.keys(command.options), 'help'].map((option) => `--${option}`)
    return `    '${name} -'*) ${propose(flags)}; return ;;`
  })
  const words = entries.map(([name, { completes }]) => `    ${name}) ${propose(completes)} ;;`)
  return [
    '# For ~/.bashrc: source <(cloudstreet completion bash)',
    '_cloudstreet() {',
    '  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}',
    '  COMPREPLY=()',
    `  if [ "$COMP_CWORD" -eq 1 ]; then ${propose(entries.map(([name]) => name))}; return; fi`,
    '  case "$command $before" in',
    ...values,
    '  esac',
    '  case "$command $word" in',
    ...options,
    '  esac',
    '  case "$command" in',
    ...words,
    '  esac',
    '}',
    'complete -F _cloudstreet cloudstreet',
  ].join('\n')
}

function propose(kind: Kind | undefined): string {
  if (kind === undefined) return ':'
  // Names of files are quoted where they need it.
  if (kind === 'files' || kind === 'folders')
    return `local IFS=$'\\n'; compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen ${kind === 'files' ? '-f' : '-d'} -- "$word"))`
  return `COMPREPLY=($(compgen -W '${kind.join(' ')}' -- "$word"))`
}
