// The operator's commands: one JSON object on standard output, or one sentence on standard error and exit code 1.
import { parseArgs } from 'node:util'
import { type Config, readConfig, readEnvironment } from './platform/config.ts'
import { createLog } from './platform/log.ts'
import { type BuiltServices, buildServices } from './services.ts'

/** A command's words after its name, and its options. */
export interface Arguments {
  words: string[]
  /** Each option with all the values it was given. */
  options: Map<string, string[]>
}

interface Command {
  usage: string
  run?: (services: BuiltServices, args: Arguments) => Promise<object>
  /** Instead of `run`: with the configuration alone, before the database is opened. */
  runOnFiles?: (config: Config, args: Arguments) => Promise<object>
}

// Each command loads its feature alone: an operator's script calls them one after the other.
const accounts = () => import('./accounts/commands.ts')
const flights = () => import('./flights/commands.ts')
const backup = () => import('./platform/database/backup.ts')

const commands = new Map<string, Command>([
  ['migrate', { usage: 'migrate', run: async (services) => services.migrations }],
  ['status', { usage: 'status', run: reportStatus }],
  [
    'user create',
    {
      usage: 'user create --email EMAIL [--name NAME] [--password PASSWORD] [--verified]',
      run: async (services, { options }) => (await accounts()).createUserByOperator(services, options),
    },
  ],
  [
    'user list',
    {
      usage: 'user list [--email PART]',
      run: async (services, { options }) => (await accounts()).listUsersByOperator(services, options),
    },
  ],
  [
    'user disable',
    {
      usage: 'user disable --email EMAIL',
      run: async (services, { options }) => (await accounts()).disableUser(services, options),
    },
  ],
  [
    'user enable',
    {
      usage: 'user enable --email EMAIL',
      run: async (services, { options }) => (await accounts()).enableUser(services, options),
    },
  ],
  [
    'user reset-password',
    {
      usage: 'user reset-password --email EMAIL',
      run: async (services, { options }) => (await accounts()).resetPasswordByOperator(services, options),
    },
  ],
  [
    'key create',
    {
      usage: 'key create --owner EMAIL --name NAME --scopes "SCOPE …" [--days 1-365]',
      run: async (services, { options }) =>
        (await import('./keys/commands.ts')).createKeyForUser(services, options),
    },
  ],
  [
    'app create',
    {
      usage:
        'app create --owner EMAIL --name NAME --type confidential|public ' +
        '--grants "authorization_code refresh_token client_credentials device_code" [--redirect-uri URI]... ' +
        '--scopes "SCOPE …"',
      run: async (services, { options }) =>
        (await import('./oauth/commands.ts')).createApplicationForUser(services, options),
    },
  ],
  [
    'app limit',
    {
      usage:
        'app limit --app CLIENT_ID [--requests N] [--uploads N] (in a window; 0 for no limit, "default" for the general one)',
      run: async (services, { options }) =>
        (await import('./access/commands.ts')).limitApplication(services, options),
    },
  ],
  [
    'webhook create',
    {
      usage: 'webhook create (--owner EMAIL | --app CLIENT_ID) --url URL',
      run: async (services, { options }) =>
        (await import('./webhooks/commands.ts')).createWebhookForOwner(services, options),
    },
  ],
  [
    'takeoffs import',
    {
      usage: 'takeoffs import FILE [--source NAME]',
      run: async (services, { words, options }) =>
        (await flights()).importTakeoffsFile(services, words, options),
    },
  ],
  ['rescore', { usage: 'rescore', run: async (services) => (await flights()).rescoreAll(services) }],
  [
    'backup',
    {
      usage: 'backup FILE',
      run: async ({ config }, { words }) => (await backup()).backupDatabase(config, words[0]),
    },
  ],
  [
    'restore',
    {
      usage: 'restore FILE [--force]',
      runOnFiles: async (config, { words, options }) =>
        (await backup()).restoreDatabase(config, words[0], { force: options.has('force') }),
    },
  ],
])

async function reportStatus({ db, migrations, config }: BuiltServices): Promise<object> {
  const [users] = await db.sql<{ count: number }>`select count(*) as count from users`
  return {
    database: db.engine,
    location: db.location,
    baseUrl: config.baseUrl,
    migrations: migrations.total,
    users: users?.count,
  }
}

/** `user create --email E` is the command "user create" with one option. */
function readCommand(argv: string[]): { command: Command; args: Arguments } {
  for (const length of [2, 1]) {
    const command = commands.get(argv.slice(0, length).join(' '))
    if (command) return { command, args: readArguments(argv.slice(length)) }
  }
  const usages = [...commands.values()].map((command) => `  ${command.usage}`)
  throw new Error(`Usage: npm run --silent admin -- <command>, one of:\n${usages.join('\n')}`)
}

function readArguments(argv: string[]): Arguments {
  const { tokens } = parseArgs({ args: argv, strict: false, tokens: true, allowPositionals: true })
  const args: Arguments = { words: [], options: new Map() }
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]
    if (token?.kind === 'positional') args.words.push(token.value)
    if (token?.kind !== 'option') continue
    const next = tokens[index + 1]
    const takesNext = token.value === undefined && next?.kind === 'positional'
    if (takesNext) index++
    const value = takesNext ? next.value : (token.value ?? 'true')
    args.options.set(token.name, [...(args.options.get(token.name) ?? []), value])
  }
  return args
}

async function runCommand(command: Command, args: Arguments): Promise<object | undefined> {
  const config = readConfig(readEnvironment())
  if (command.runOnFiles) return command.runOnFiles(config, args)
  const services = await buildServices(config, { log: createLog('silent') })
  try {
    return await command.run?.(services, args)
  } finally {
    await services.close()
  }
}

try {
  const { command, args } = readCommand(process.argv.slice(2))
  process.stdout.write(`${JSON.stringify(await runCommand(command, args))}\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
