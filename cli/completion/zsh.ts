import type { Command, Kind } from '../command.ts'

// With a message alone, as options have it, zsh would offer no option either.
const NOTHING = '()'

export function toZsh(commands: Record<string, Command>): string {
  const entries = Object.entries(commands)
  return [
    '#compdef cloudstreet',
    '# For ~/.zshrc, after compinit: source <(cloudstreet completion zsh)',
    '_cloudstreet() {',
    '  local -a commands',
    `  commands=(${entries.map(([name, { about }]) => quote(`${name}:${escape(about)}`)).join(' ')})`,
    "  if (( CURRENT == 2 )); then _describe 'command' commands; return; fi",
    '  local command=$words[2]',
    '  shift words',
    '  (( CURRENT-- ))',
    '  case $command in',
    ...entries.map(([name, command]) => `    ${name}) _arguments ${toArguments(command).join(' ')} ;;`),
    '  esac',
    '}',
    // Found in $fpath it is run, sourced it is registered.
    'if [ "$funcstack[1]" = "_cloudstreet" ]; then _cloudstreet "$@"; else compdef _cloudstreet cloudstreet; fi',
  ].join('\n')
}

function toArguments({ options, completes }: Command): string[] {
  const described = Object.entries(options).map(([name, option]) => {
    const value = option.type === 'string' ? `:${escape(option.value ?? name)}:${act(option.completes)}` : ''
    return quote(`--${name}[${escape(option.about)}]${value}`)
  })
  return [
    ...described,
    quote('--help[shows options and examples]'),
    quote(`*:word:${completes ? act(completes) : NOTHING}`),
  ]
}

function act(kind: Kind | undefined): string {
  if (kind === undefined) return ' '
  if (kind === 'files') return '_files'
  return kind === 'folders' ? '_files -/' : `(${kind.join(' ')})`
}

const escape = (text: string) => text.replace(/[\\:[\]]/g, String.raw`\$&`)
const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
