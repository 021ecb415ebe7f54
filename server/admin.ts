// The operator's commands: one JSON object on standard output, or one sentence on standard error and exit code 1.
import { byOperator, recordSecurityEvent } from './access/security-log/store.ts'
import { commandLines, type Config, readConfig, readEnvironment } from './platform/config.ts'
import { createLog } from './platform/log.ts'
import { CommandFailure, CouldNotRun, type Options, TextReport } from './platform/options.ts'
import { makeFilesPrivate } from './platform/files/private-files.ts'
import { readArguments } from './admin-arguments.ts'
import type { WorkServices } from './operator/work.ts'
import { type BuiltServices, buildServices } from './services.ts'

type Run<Given> = (given: Given, options: Options, words: readonly string[]) => object | Promise<object>

// Each command loads its feature alone: an operator's script calls them one after the other.
const access = () => import('./access/commands.ts')
const airspace = () => import('./flights/airspace/commands.ts')
const archive = () => import('./archive/commands.ts')
const accounts = () => import('./accounts/commands.ts')
const clubs = () => import('./clubs/commands.ts')
const doctor = () => import('./operator/checks/doctor.ts')
const integrity = () => import('./operator/integrity/check.ts')
const flights = () => import('./flights/commands.ts')
const places = () => import('./flights/takeoff-names/commands.ts')
const keys = () => import('./keys/commands.ts')
const mail = () => import('./platform/mail/commands.ts')
const oauth = () => import('./oauth/commands.ts')
const openid = () => import('./oauth/openid/commands.ts')
const operator = () => import('./operator/status.ts')
const operatorWork = () => import('./operator/work.ts')
const operatorFiles = () => import('./operator/files.ts')
const backups = () => import('./operator/backups.ts')
const pruning = () => import('./prune-backups.ts')
const sealedRows = () => import('./sealed-rows.ts')
const securityLog = () => import('./access/security-log/security-log.ts')
const sites = () => import('./flights/takeoffs/osm/job.ts')
const terrainSwitch = () => import('./terrain/fetch/switch.ts')
const webhooks = () => import('./webhooks/commands.ts')

/** Usage line -> what it runs. The lower-case words in front are the command's name. */
const commands: Record<string, Run<BuiltServices>> = {
  status: onWork(operator, 'reportStatus'),
  'work pause NAME': onWork(operatorWork, 'pauseWork'),
  'work resume NAME': onWork(operatorWork, 'resumeWork'),
  'work retry NAME': onWork(operatorWork, 'retryWork'),
  work: onWork(operatorWork, 'listWork'),
  'user create --email EMAIL [--name NAME] [--password PASSWORD] [--verified]': from(
    accounts,
    'createUserByOperator',
  ),
  'user list [--email PART] [--max N]': from(accounts, 'listUsersByOperator'),
  'user disable --email EMAIL': from(accounts, 'disableUser'),
  'user enable --email EMAIL': from(accounts, 'enableUser'),
  'user reset-password --email EMAIL': from(accounts, 'resetPasswordByOperator'),
  'user reset-second-factor --email EMAIL': from(accounts, 'resetSecondFactorByOperator'),
  'key create --owner EMAIL --name NAME --scopes "SCOPE …" [--days 1-365]': from(keys, 'createKeyForUser'),
  'key list --owner EMAIL': from(keys, 'listKeysByOperator'),
  'key revoke --key ID': from(keys, 'revokeKeyByOperator'),
  'app create --owner EMAIL --name NAME --type confidential|public --grants "GRANT …" --scopes "SCOPE …" [--redirect-uri URI]…':
    from(oauth, 'createApplicationForUser'),
  'app list [--owner EMAIL]': from(oauth, 'listApplicationsByOperator'),
  'app disable --app CLIENT_ID': from(oauth, 'disableApplication'),
  'app enable --app CLIENT_ID': from(oauth, 'enableApplication'),
  'app limit --app CLIENT_ID [--requests N|default] [--uploads N|default]': from(access, 'limitApplication'),
  'club reopen --club HANDLE --owner EMAIL': from(clubs, 'reopenClub'),
  'signing-key list': from(openid, 'listSigningKeysByOperator'),
  'signing-key rotate [--compromised]': from(openid, 'rotateSigningKey'),
  'webhook list [--owner EMAIL]': from(webhooks, 'listWebhooksByOperator'),
  'webhook enable --webhook ID': from(webhooks, 'enableWebhookByOperator'),
  'webhook failures list': from(webhooks, 'listFailures'),
  'webhook replay --webhook ID': from(webhooks, 'replayFailed'),
  'audit [--email EMAIL] [--kind KIND] [--days N]': from(securityLog, 'showAudit'),
  'secret rotate': from(sealedRows, 'rotateSecret'),
  'mail list': from(mail, 'listMailAndOutbox'),
  'mail retry [--id ID]': from(mail, 'retryMail'),
  'takeoffs import FILE [--source NAME]': from(flights, 'importTakeoffsFile'),
  'sites fetch [--bbox W,S,E,N]': from(sites, 'requestSites'),
  'takeoffs suggestions': from(places, 'listSuggestions'),
  'takeoffs accept --id ID [--name NAME] [--latitude DEGREES] [--longitude DEGREES]': from(
    places,
    'acceptSuggestion',
  ),
  'takeoffs dismiss --id ID': from(places, 'dismissSuggestion'),
  'terrain start': from(terrainSwitch, 'startTerrain'),
  'terrain stop': from(terrainSwitch, 'stopTerrain'),
  'airspace import FILE --region NAME --valid-from YYYY-MM-DD': from(airspace, 'importAirspaces'),
  'airspace list': from(airspace, 'listAirspaces'),
  'airspace remove --id ID': from(airspace, 'removeAirspaces'),
  rescore: from(flights, 'rescoreAll'),
  'files move': from(flights, 'moveAllFiles'),
  'files heal FILE': from(operatorFiles, 'healFiles'),
  'backup list': from(backups, 'listBackups'),
  'backup prune --erased [--file FILE]…': from(pruning, 'pruneBackups'),
  'backup FILE': from(archive, 'backup'),
}

/** Every other command is written to the security log before it runs. */
const readingCommands = /^(status|work|audit|.* list)$/

/** Options that name the target of a command. No other option is logged: it could be a secret. */
const targetOptions = ['email', 'owner', 'club', 'app', 'key', 'webhook', 'id']

/** The same, only with the configuration, before the database is opened. */
const offlineCommands: Record<string, Run<Config>> = {
  'migrate [--plan]': async (config, options) =>
    options.has('plan') ? (await archive()).plan(config) : migrateNow(config),
  'doctor [--json] [--mail ADDRESS]': async (config, options) => runDoctor(config, options),
  'check [--json]': async (config, options) => runCheck(config, options),
  'leagues check FILE': async (_config, _options, words) => (await flights()).checkLeague(words),
  'restore FILE|FOLDER [--force | --verify]': async (...given) => (await archive()).restore(...given),
}

async function runDoctor(config: Config, options: Options): Promise<object> {
  const { countPending } = await archive()
  const open = () => buildServices(config, { log: createLog('silent') })
  return (await doctor()).runDoctor({ countPending: () => countPending(config), open }, options)
}

async function runCheck(config: Config, options: Options): Promise<object> {
  const { countPending, findPlace } = await archive()
  const subject = {
    config,
    place: findPlace(config),
    countPending: () => countPending(config),
    open: () => buildServices(config, { log: createLog('silent') }),
  }
  return (await integrity()).checkData(subject, options)
}

async function migrateNow(config: Config): Promise<object> {
  const services = await buildServices(config, { log: createLog('silent') })
  await services.close()
  return services.migrations
}

const usages = [...Object.keys(offlineCommands), ...Object.keys(commands)]

const HELP = `Usage: ${commandLines.admin} COMMAND, where COMMAND is one of:
${usages.map((usage) => `  ${usage}`).join('\n')}

GRANT is authorization_code, refresh_token, client_credentials or device_code. A limit N is per rate-limit
window; 0 means no limit.`

function from<Name extends string>(
  load: () => Promise<Record<Name, Run<BuiltServices>>>,
  name: Name,
): Run<BuiltServices> {
  return async (...given) => (await load())[name](...given)
}

/** The same with every kind of background work. */
function onWork<Name extends string>(
  load: () => Promise<Record<Name, Run<WorkServices>>>,
  name: Name,
): Run<BuiltServices> {
  return async (services, ...given) => {
    const { listWorks } = await import('./work.ts')
    return (await load())[name]({ ...services, works: listWorks(services) }, ...given)
  }
}

/** `user create --email E` is the command "user create" with one option. */
function findCommand<Given>(table: Record<string, Run<Given>>, argv: readonly string[]) {
  for (const [usage, run] of Object.entries(table)) {
    const name = (/^[a-z][a-z-]*( [a-z][a-z-]*)*/.exec(usage)?.[0] ?? '').split(' ')
    if (name.some((word, index) => argv[index] !== word)) continue
    const { words, options } = readGiven(usage, argv.slice(name.length))
    const targets = targetOptions.flatMap((option) => options.get(option) ?? [])
    return {
      name: name.join(' '),
      subject: [...name, ...words, ...targets].join(' '),
      run: (given: Given) => run(given, options, words),
    }
  }
  return undefined
}

/** Refuses with the usage of all commands that begin alike: `work paus NAME` is `work` with two words. */
function readGiven(usage: string, argv: readonly string[]) {
  try {
    return readArguments(usage, argv)
  } catch (error) {
    const [first] = usage.split(' ')
    const alike = usages.filter((line) => line.split(' ')[0] === first)
    const lines = alike.map((line) => `  ${commandLines.admin} ${line}`)
    throw new CouldNotRun(`${(error as Error).message} Usage:\n${lines.join('\n')}`, { cause: error })
  }
}

export async function runCommand(
  argv: readonly string[],
  environment: Record<string, string | undefined>,
): Promise<object> {
  const offline = findCommand(offlineCommands, argv)
  if (offline) return offline.run(readConfig(environment))
  const command = findCommand(commands, argv)
  if (!command) throw new Error(argv.length > 0 ? `There is no such command.\n${HELP}` : HELP)
  const services = await buildServices(readConfig(environment), { log: createLog('silent') })
  try {
    if (!readingCommands.test(command.name)) await logCommand(services, command.subject)
    return await command.run(services)
  } finally {
    await services.close()
  }
}

async function logCommand({ db, now }: BuiltServices, subject: string): Promise<void> {
  const event = { ...byOperator, userId: undefined, kind: 'operator_command', subject } as const
  await db.transaction((sql) => recordSecurityEvent(sql, now(), event))
}

const write = (report: object) => (report instanceof TextReport ? report.text : JSON.stringify(report))

async function main(argv: readonly string[]): Promise<void> {
  makeFilesPrivate()
  try {
    // Wherever it stands: `secret rotate --help` rotates nothing.
    const isHelp = argv.includes('--help') || argv[0] === 'help'
    const text = isHelp ? HELP : write(await runCommand(argv, readEnvironment()))
    process.stdout.write(`${text}\n`)
  } catch (error) {
    if (error instanceof CommandFailure) process.stdout.write(`${write(error.report)}\n`)
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = error instanceof CouldNotRun ? error.exitCode : 1
  }
}

if (import.meta.main) await main(process.argv.slice(2))
