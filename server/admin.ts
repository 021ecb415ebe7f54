// The operator's commands: one JSON object on standard output, or one sentence on standard error and exit code 1.
import { parseArgs } from 'node:util'
import { appLimitUsage, limitApplication } from './access/commands.ts'
import {
  createUserByOperator,
  disableUser,
  enableUser,
  listUsersByOperator,
  resetPasswordByOperator,
  userUsages,
} from './accounts/commands.ts'
import { importTakeoffsFile, rescoreAll, rescoreUsage, takeoffsImportUsage } from './flights/commands.ts'
import { createKeyForUser, keyCreateUsage } from './keys/commands.ts'
import { appCreateUsage, createApplicationForUser } from './oauth/commands.ts'
import { backupDatabase, backupUsage, restoreDatabase, restoreUsage } from './platform/backup.ts'
import { type Config, readConfig, readEnvironment } from './platform/config.ts'
import { createLog } from './platform/log.ts'
import { type BuiltServices, buildServices } from './services.ts'
import { createWebhookForOwner, webhookCreateUsage } from './webhooks/commands.ts'

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

const commands = new Map<string, Command>([
  ['migrate', { usage: 'migrate', run: async (services) => services.migrations }],
  ['status', { usage: 'status', run: reportStatus }],
  [
    'user create',
    { usage: userUsages.create, run: (services, { options }) => createUserByOperator(services, options) },
  ],
  [
    'user list',
    { usage: userUsages.list, run: (services, { options }) => listUsersByOperator(services, options) },
  ],
  [
    'user disable',
    { usage: userUsages.disable, run: (services, { options }) => disableUser(services, options) },
  ],
  [
    'user enable',
    { usage: userUsages.enable, run: (services, { options }) => enableUser(services, options) },
  ],
  [
    'user reset-password',
    {
      usage: userUsages.resetPassword,
      run: (services, { options }) => resetPasswordByOperator(services, options),
    },
  ],
  [
    'key create',
    { usage: keyCreateUsage, run: (services, { options }) => createKeyForUser(services, options) },
  ],
  [
    'app create',
    { usage: appCreateUsage, run: (services, { options }) => createApplicationForUser(services, options) },
  ],
  [
    'app limit',
    { usage: appLimitUsage, run: (services, { options }) => limitApplication(services, options) },
  ],
  [
    'webhook create',
    { usage: webhookCreateUsage, run: (services, { options }) => createWebhookForOwner(services, options) },
  ],
  [
    'takeoffs import',
    {
      usage: takeoffsImportUsage,
      run: (services, { words, options }) => importTakeoffsFile(services, words, options),
    },
  ],
  ['rescore', { usage: rescoreUsage, run: (services) => rescoreAll(services) }],
  ['backup', { usage: backupUsage, run: ({ config }, { words }) => backupDatabase(config, words[0]) }],
  [
    'restore',
    {
      usage: restoreUsage,
      runOnFiles: async (config, { words, options }) =>
        restoreDatabase(config, words[0], { force: options.has('force') }),
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
