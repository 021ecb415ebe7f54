// The configuration, read once. Nothing else reads process.env.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { type AwsEnvironment, readAws } from './files/s3-keys.ts'
import type { Secrets } from './secrets.ts'
import { DAY_SECONDS, SECOND_MS } from './time.ts'
import { type ForwardConfig, readForwards } from './settings/forwards.ts'
import { type HeightConfig, readHeights } from './settings/heights.ts'
import { InvalidSetting, type Setting } from './settings/setting-types.ts'
import { readRetention, type Retention } from './settings/retention.ts'
import { type SettingName, settings, type SettingValues } from './settings.ts'

/** How many connections a node has to PostgreSQL, and how long it waits for what. */
export interface DatabaseLimits {
  readonly poolSize: number
  readonly connectTimeoutMs: number
  readonly statementTimeoutMs: number
  readonly lockTimeoutMs: number
  readonly idleTransactionTimeoutMs: number
}

export interface Config {
  readonly port: number
  /** The port of a process that does nothing but background work: for health and metrics. */
  readonly workPort: number
  readonly drainMs: number
  readonly host: string
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** Servers that follow that one: one address with all of them in it. */
  readonly databaseReplicas: string | undefined
  readonly databaseLimits: DatabaseLimits
  /** The first signs and seals, all verify and open; absent when they are in the data folder. */
  readonly secrets: Secrets | undefined
  readonly trustProxy: false | number | string
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  readonly signUpOpen: boolean
  /** The addresses, in lower case, of users who may open the operator's page. */
  readonly operators: readonly string[]
  readonly securityContact: string | undefined
  /** Where the source of this installation is. */
  readonly sourceUrl: string | undefined
  readonly metricsToken: string | undefined
  readonly maxUploadBytes: number
  /** 0 is no limit. */
  readonly storageQuotaBytes: number
  /** The default league, and the folder of those that the operator adds. */
  readonly leagues: { readonly byDefault: string; readonly folder: string | undefined }
  readonly scoringDeadlineMs: number
  readonly scoringWarmUpAfterMs: number
  /** A limit of 0 is no limit. */
  readonly rateLimits: {
    readonly windowSeconds: number
    readonly requests: number
    readonly uploads: number
    /** For all credentials and sessions of one user together. */
    readonly user: number
    readonly oauth: number
    readonly signIn: number
  }
  readonly lifetimes: {
    readonly accessTokenSeconds: number
    readonly refreshTokenSeconds: number
    readonly refreshChainSeconds: number
    /** 0: a refresh token that is used again is always taken for stolen. */
    readonly refreshReuseSeconds: number
    readonly codeSeconds: number
    readonly deviceCodeSeconds: number
    readonly deviceIntervalSeconds: number
  }
  /** Where flights' files are: new ones go to the first place, and all are read. */
  readonly files: {
    readonly places: readonly string[]
    /** The variables of Amazon's own tools, which say where the keys of a bucket are. */
    readonly aws: AwsEnvironment
  }
  /** Without a folder no backups are made. */
  readonly backup: {
    readonly folder: string | undefined
    readonly keep: number
  }
  /** How many days what is kept for a while is kept. */
  readonly retention: Retention
  /** Whether a client_id may be the address of a client's description. */
  readonly clientDocuments: boolean
  readonly clientRegistration: boolean
  readonly webhooks: { readonly allowPrivate: boolean; readonly timeoutMs: number }
  readonly forwards: ForwardConfig
  readonly mapTilesUrl: string | undefined
  /** A file with vector tiles, and the address that browsers read it at. */
  readonly mapFile: { readonly path: string; readonly address: string } | undefined
  readonly mapAttribution: string | undefined
  readonly terrain: HeightConfig
  /** An Overpass server, for names of take-offs. */
  readonly sitesUrl: string
  /** Checks signatures of closed schemes. */
  readonly validationUrl: string | undefined
  readonly earlyAdopterBefore: number | undefined
  readonly logLevel: string
}

/** A setting that cannot be used; its message is for the operator. */
export class ConfigError extends Error {}

/** One user's credentials together may ask this many times as often as one of them. */
const USER_FACTOR = 4

type Environment = Readonly<Record<string, string | undefined>>

/** How the programs are started, for help texts: by npm in a checkout, by the launcher in a release. */
export const commandLines = process.env.CLOUDSTREET_LAUNCHER
  ? { start: 'cloudstreet', admin: 'cloudstreet admin' }
  : { start: 'npm start --', admin: 'npm run --silent admin --' }

/** The environment of the process, which wins over a `.env` file in the working folder. */
export function readEnvironment(): Environment {
  try {
    return { ...parseEnv(readFileSync('.env', 'utf8')), ...process.env }
  } catch {
    return process.env
  }
}

export function readConfig(environment: Environment): Config {
  const names = Object.keys(settings) as SettingName[]
  const values = Object.fromEntries(
    names.map((name) => [name, readSetting(name, environment)]),
  ) as SettingValues
  requireKnownPeriods(environment)
  if (values.DATABASE_REPLICAS && !values.DATABASE_URL)
    throw new ConfigError('DATABASE_REPLICAS are servers that follow the one of DATABASE_URL; set that, too.')
  return deepFreeze({
    port: values.PORT,
    workPort: values.WORK_PORT,
    drainMs: values.DRAIN_SECONDS * SECOND_MS,
    host: values.HOST ?? '127.0.0.1',
    baseUrl: values.BASE_URL ?? `http://localhost:${values.PORT}`,
    dataDir: resolve(values.DATA_DIR ?? './data'),
    databaseUrl: values.DATABASE_URL,
    databaseReplicas: values.DATABASE_REPLICAS,
    databaseLimits: {
      poolSize: values.DATABASE_POOL_SIZE,
      connectTimeoutMs: values.DATABASE_STATEMENT_TIMEOUT_MS / 2,
      statementTimeoutMs: values.DATABASE_STATEMENT_TIMEOUT_MS,
      lockTimeoutMs: values.DATABASE_STATEMENT_TIMEOUT_MS / 5,
      idleTransactionTimeoutMs: values.DATABASE_STATEMENT_TIMEOUT_MS / 2,
    },
    secrets: values.CLOUDSTREET_SECRET,
    trustProxy: values.TRUST_PROXY,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? '',
    operators: values.OPERATORS,
    signUpOpen: values.SIGN_UP === 'open',
    securityContact: values.SECURITY_CONTACT,
    sourceUrl: values.SOURCE_URL,
    metricsToken: values.METRICS_TOKEN,
    maxUploadBytes: values.MAX_UPLOAD_BYTES,
    storageQuotaBytes: values.STORAGE_QUOTA_BYTES,
    leagues: {
      byDefault: values.LEAGUE ?? '',
      folder: values.LEAGUES_DIR && resolve(values.LEAGUES_DIR),
    },
    scoringDeadlineMs: values.SCORING_DEADLINE_MS,
    scoringWarmUpAfterMs: values.SCORING_WARM_UP_AFTER_SECONDS * SECOND_MS,
    rateLimits: {
      windowSeconds: values.RATE_LIMIT_WINDOW_SECONDS,
      requests: values.RATE_LIMIT_REQUESTS,
      uploads: values.RATE_LIMIT_UPLOADS,
      user: values.RATE_LIMIT_REQUESTS * USER_FACTOR,
      oauth: values.RATE_LIMIT_OAUTH,
      signIn: values.RATE_LIMIT_SIGN_IN,
    },
    lifetimes: {
      accessTokenSeconds: values.ACCESS_TOKEN_SECONDS,
      refreshTokenSeconds: values.REFRESH_TOKEN_SECONDS,
      refreshChainSeconds: 365 * DAY_SECONDS,
      refreshReuseSeconds: values.REFRESH_REUSE_SECONDS,
      codeSeconds: 60,
      deviceCodeSeconds: 15 * 60,
      deviceIntervalSeconds: values.DEVICE_INTERVAL_SECONDS,
    },
    files: {
      places: values.FILES_URL,
      aws: readAws(environment),
    },
    backup: {
      folder: values.BACKUP_DIR && resolve(values.BACKUP_DIR),
      keep: values.BACKUP_KEEP,
    },
    retention: readRetention(values),
    clientDocuments: values.CLIENT_DOCUMENTS,
    clientRegistration: values.CLIENT_REGISTRATION,
    webhooks: { allowPrivate: values.WEBHOOK_ALLOW_PRIVATE, timeoutMs: values.WEBHOOK_TIMEOUT_MS },
    forwards: readForwards(values),
    mapTilesUrl: values.MAP_TILES_URL,
    mapFile: values.MAP_PMTILES
      ? { path: resolve(values.DATA_DIR ?? './data', values.MAP_PMTILES), address: '/app/tiles/map.pmtiles' }
      : undefined,
    mapAttribution: values.MAP_ATTRIBUTION,
    terrain: readHeights(values, resolve(values.DATA_DIR ?? './data')),
    sitesUrl: values.SITES_URL ?? '',
    validationUrl: values.VALIDATION_URL,
    earlyAdopterBefore: values.EARLY_ADOPTER_BEFORE,
    logLevel: values.LOG_LEVEL,
  })
}

/** A period that is passed over would delete what an operator wants to keep, or keep what must go. */
function requireKnownPeriods(environment: Environment): void {
  const unknown = Object.keys(environment).find(
    (name) => /^KEEP_\w+_DAYS$/.test(name) && environment[name] && !Object.hasOwn(settings, name),
  )
  if (unknown === undefined) return
  throw new ConfigError(
    `${unknown} is no longer a setting: KEEP_DAYS is for what users look back at, KEEP_LOGS_DAYS for logs (docs/operate/retention.md).`,
  )
}

function readSetting(name: SettingName, environment: Environment): unknown {
  const setting: Setting<unknown> = settings[name]
  // An empty variable counts as absent: that is how compose files and shells unset one.
  const value = environment[name] || setting.fallback
  if (value === undefined) return undefined
  try {
    return setting.parse(value)
  } catch (error) {
    const why = error instanceof InvalidSetting && error.message ? ` ${error.message}` : ''
    throw new ConfigError(`${name} must be ${setting.mustBe}${quoteUnlessSecret(name, value)}.${why}`)
  }
}

/** A possible secret is not repeated on the screen. */
function quoteUnlessSecret(name: string, value: string): string {
  const mayBeSecret = /SECRET|TOKEN|_URL$/.test(name) && name !== 'BASE_URL'
  return mayBeSecret ? '' : `, not ${JSON.stringify(value)}`
}

export function describeSettings(): string {
  const width = Math.max(...Object.keys(settings).map((name) => name.length))
  const rows = Object.entries(settings).map(([name, setting]: [string, Setting<unknown>]) => {
    const fallback = setting.fallback === undefined ? '' : ` [${setting.fallback}]`
    return `  ${name.padEnd(width)} ${setting.meaning}${fallback}`
  })
  return rows.join('\n')
}

function deepFreeze<Value extends object>(value: Value): Value {
  for (const member of Object.values(value))
    if (typeof member === 'object' && member) deepFreeze(member as object)
  return Object.freeze(value)
}
