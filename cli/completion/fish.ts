import type { Command, Kind } from '../command.ts'

export function toFish(commands: Record<string, Command>): string {
  const lines = Object.entries(commands).flatMap(([name, command]) => [
    `complete -c cloudstreet -n __fish_use_subcommand -a ${name} -d ${quote(command.about)}`,
    ...describeCommand(`complete -c cloudstreet -n '__fish_seen_subcommand_from ${name}'`, command),
  ])
  return [
    '# cloudstreet completion fish > ~/.config/fish/completions/cloudstreet.fish',
    'complete -c cloudstreet -f',
    ...lines,
  ].join('\n')
}

function describeCommand(start: string, { options, completes }: Command): string[] {
  const described = Object.entries(options).map(([name, { type, about, completes: kind }]) =>
    // A value that is no file takes no file either.
    [start, `-l ${name} -d ${quote(about)}`, type === 'string' ? propose(kind, '-r', '-x') : '']
      .join(' ')
      .trimEnd(),
  )
  const words = propose(completes, '', '')
  return [
    ...described,
    `${start} -l help -d 'shows options and examples'`,
    ...(words ? [`${start} ${words}`] : []),
  ]
}

function propose(kind: Kind | undefined, ofPath: string, ofWord: string): string {
  if (kind === undefined) return ofWord
  if (kind === 'files') return `${ofPath} -F`.trim()
  const words = kind === 'folders' ? '(__fish_complete_directories)' : kind.join(' ')
  return `${ofWord} -a ${quote(words)}`.trim()
}

/** In single quotes fish knows no other escapes. */
const quote = (text: string) => `'${text.replace(/[\\']/g, String.raw`\$&`)}'`
