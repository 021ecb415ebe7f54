// The configuration, read once. Nothing else reads process.env.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { readAws } from './settings/aws.ts'
import { DAY_SECONDS, SECOND_MS } from './time.ts'
import { readForwards } from './settings/forwards.ts'
import { readHeights } from './settings/heights.ts'
import { ConfigError, InvalidSetting, type Setting } from './settings/setting-types.ts'
import { readRetention } from './settings/retention.ts'
import { type SettingName, settings, type SettingValues } from './settings.ts'

/** The settings as the service uses them; `settings.ts` says what each means. */
export type Config = ReturnType<typeof readConfig>

export { ConfigError }

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

export function readConfig(environment: Environment) {
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
    /** Without a slash at its end. */
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
    /** The first signs and seals, all verify and open; absent when they are in the data folder. */
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
    /** 0 is no limit. */
    rateLimits: {
      windowSeconds: values.RATE_LIMIT_WINDOW_SECONDS,
      requests: values.RATE_LIMIT_REQUESTS,
      uploads: values.RATE_LIMIT_UPLOADS,
      /** For all credentials and sessions of one user together. */
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
    /** A file with vector tiles, and the address that browsers read it at. */
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
