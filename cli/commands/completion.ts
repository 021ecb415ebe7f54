import { type Command, commonOptions, exitCodes, UsageError } from '../command.ts'
import { toBash } from '../completion/bash.ts'
import { toFish } from '../completion/fish.ts'
import { toZsh } from '../completion/zsh.ts'

const shells: Record<string, (commands: Record<string, Command>) => string> = {
  bash: toBash,
  zsh: toZsh,
  fish: toFish,
}

/** For the commands of the table in which it stands itself. */
export function createCompletion(listCommands: () => Record<string, Command>): Command {
  return {
    about: 'Prints a script with which your shell completes commands, options and files.',
    words: 'bash|zsh|fish',
    completes: Object.keys(shells),
    options: {},
    examples: [
      'source <(cloudstreet completion bash)    # in ~/.bashrc',
      'source <(cloudstreet completion zsh)     # in ~/.zshrc, after compinit',
      'cloudstreet completion fish > ~/.config/fish/completions/cloudstreet.fish',
    ],
    run: async ({ words: [shell = ''] }, { print }) => {
      const write = Object.hasOwn(shells, shell) ? shells[shell] : undefined
      if (!write) throw new UsageError(`Which shell? One of ${Object.keys(shells).join(', ')}.`)
      const commands = Object.entries(listCommands()).map(([name, command]) => [
        name,
        { ...command, options: { ...command.options, ...commonOptions } },
      ])
      print(...write(Object.fromEntries(commands)).split('\n'))
      return exitCodes.done
    },
  }
}
