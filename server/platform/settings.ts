// Every setting there is: its name, how its text is read, its default, and what it means.
// `--help`, `.env.example` and the validation are made from this one table.
import { isIP } from 'node:net'
import { readHosts } from './settings/postgres-url.ts'
import type { Secrets } from './secrets.ts'
import { forwardSettings } from './settings/forwards.ts'
import { heightSettings } from './settings/heights.ts'
import {
  emails,
  flag,
  InvalidSetting,
  moment,
  oneOf,
  type Setting,
  text,
  url,
  wholeNumber,
} from './settings/setting-types.ts'
import { retentionSettings } from './settings/retention.ts'
import { DAY_SECONDS } from './time.ts'

function postgresUrl(meaning: string, role?: 'replica'): Setting<string | undefined> {
  return {
    ...url(['postgres:', 'postgresql:'], meaning),
    parse: (value) => {
      try {
        readHosts(value, role)
      } catch (error) {
        throw new InvalidSetting((error as Error).message)
      }
      return value.replace(/\/+$/, '')
    },
  }
}

/** One place, or several while files are moved from one to another. */
const filePlaces: Setting<readonly string[]> = {
  parse: (value) => {
    const places = value.split(/[\s,]+/).filter((part) => part !== '')
    if (places.length === 0 || !places.every(isFilePlace)) throw new InvalidSetting()
    return places
  },
  fallback: 'database',
  mustBe:
    'database, file:///FOLDER or s3://BUCKET/PREFIX?endpoint=URL&region=NAME, or several separated by commas',
  meaning: "Where flights' files are; NEW,OLD while they are moved: new ones go to the first, all are read",
}

function isFilePlace(text: string): boolean {
  if (text === 'database') return true
  const url = URL.parse(text)
  if (url?.protocol === 'file:') return url.host === '' && url.pathname.length > 1
  return url?.protocol === 's3:' && url.host !== ''
}

const EVERYBODY =
  'Trusting everybody lets any client name itself any address, and so escape every limit by address: ' +
  'set the number of proxies in front of the service, or their networks.'

/** No proxy's, those that so many proxies in a row have set, or those of the proxies at these addresses. */
const trustProxy: Setting<false | number | string> = {
  parse: (value) => {
    if (value === 'false' || value === '0') return false
    if (value === 'true') throw new InvalidSetting(EVERYBODY)
    if (/^\d{1,2}$/.test(value)) return Number(value)
    if (!value.split(',').every((part) => isNetwork(part.trim()))) throw new InvalidSetting()
    return value
  },
  fallback: 'false',
  mustBe:
    'false (no proxy), the number of proxies in front of the service, or their networks such as 127.0.0.1, 10.0.0.0/8',
  meaning: 'Whose X-Forwarded-For and X-Forwarded-Proto headers to trust',
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}

const MIN_SECRET_LENGTH = 32

/** One, or several while it is being replaced. A pass phrase with spaces is one secret: its words are too short. */
const secrets: Setting<Secrets | undefined> = {
  parse: (value) => {
    const [first = '', ...others] = value.split(/[\s,]+/).filter((part) => part !== '')
    if ([first, ...others].every((secret) => secret.length >= MIN_SECRET_LENGTH)) return [first, ...others]
    if (value.length < MIN_SECRET_LENGTH) throw new InvalidSetting()
    return [value]
  },
  fallback: undefined,
  mustBe: 'at least 32 characters long, or several such secrets separated by commas',
  meaning:
    'Signs sessions and encrypts webhook secrets; generated in DATA_DIR when absent; the same on every node; NEW,OLD while it is replaced',
}

/** The longest that DRAIN_SECONDS may be, and how long requests in progress have after it. */
export const MAX_DRAIN_SECONDS = 300
export const FINISH_SECONDS = 10

export const settings = {
  PORT: wholeNumber(8080, 0, 65_535, 'Port to listen on'),
  WORK_PORT: wholeNumber(
    8081,
    0,
    65_535,
    'Port where a process started with --work-only answers /healthz, /readyz and /metrics',
  ),
  DRAIN_SECONDS: wholeNumber(
    0,
    0,
    MAX_DRAIN_SECONDS,
    'After SIGTERM /readyz is 503 for this long while requests are still served, for a load balancer to notice',
  ),
  HOST: text('127.0.0.1', 'an address of this machine', 'Address to listen on; 0.0.0.0 in a container'),
  BASE_URL: url(['http:', 'https:'], 'Public URL of the service; http://localhost:PORT when absent'),
  DATA_DIR: text(
    './data',
    'the path of a folder',
    'Folder of the embedded database, the secret and unsent mail',
  ),
  DATABASE_URL: postgresUrl(
    'PostgreSQL database, on one server or on several (HOST1,HOST2) of which one takes writes; the embedded SQLite database when absent',
  ),
  DATABASE_REPLICAS: postgresUrl(
    'Servers that follow the one of DATABASE_URL (HOST1,HOST2) and answer reads of flights; none when absent',
    'replica',
  ),
  DATABASE_POOL_SIZE: wholeNumber(
    10,
    3,
    1000,
    'Connections of this node to PostgreSQL at most, one of them for jobs and one for health checks',
  ),
  DATABASE_STATEMENT_TIMEOUT_MS: wholeNumber(
    10_000,
    100,
    600_000,
    'Time limit for one statement on PostgreSQL; half of it for getting a connection and for an idle transaction, a fifth for a lock',
  ),
  FILES_URL: filePlaces,
  BACKUP_DIR: text(
    undefined,
    'the path of a folder',
    'Folder for a backup of the whole database every hour; none are made when absent',
  ),
  BACKUP_KEEP: wholeNumber(
    7,
    1,
    3650,
    'How many of these backups to keep, and of how many days the last one',
  ),
  ...retentionSettings,
  CLOUDSTREET_SECRET: secrets,
  TRUST_PROXY: trustProxy,
  SMTP_URL: url(['smtp:', 'smtps:'], 'Mail server; mail is written to DATA_DIR/outbox when absent'),
  MAIL_FROM: text('Cloudstreet <cloudstreet@localhost>', 'an email address', 'Sender of outgoing mail'),
  OPERATORS: emails(
    'Users who may open the operator’s page, /app/admin: their email addresses, confirmed, separated by commas',
  ),
  SIGN_UP: oneOf(['open', 'closed'], 'open', 'Whether visitors may create accounts'),
  SECURITY_CONTACT: text(
    undefined,
    'an email address or an https URL',
    'Where to report a weakness, for /.well-known/security.txt',
  ),
  SOURCE_URL: url(['https:'], 'Where the source of this installation is, for the foot of the start page'),
  METRICS_TOKEN: text(
    undefined,
    'any text',
    'Bearer token for GET /metrics; without it only this machine may read them, and only without a proxy',
  ),
  MAX_UPLOAD_BYTES: wholeNumber(10_485_760, 1024, 104_857_600, 'Largest IGC file, after decompression'),
  STORAGE_QUOTA_BYTES: wholeNumber(
    0,
    0,
    1_000_000_000_000,
    'How many bytes the IGC files of one pilot, as uploaded, and photos may have together; 0 for no limit',
  ),
  LEAGUE: text(
    'xcontest',
    'the id of a league',
    'The league by whose latest rules flights are scored; run rescore after a change',
  ),
  LEAGUES_DIR: text(undefined, 'a folder', 'Folder of leagues of your own, one JSON file each'),
  SCORING_DEADLINE_MS: wholeNumber(
    2000,
    10,
    60_000,
    'Milliseconds of CPU for the score of a new flight; what is not proven by then is proven in the background',
  ),
  SCORING_WARM_UP_AFTER_SECONDS: wholeNumber(
    1,
    0,
    3600,
    'How long after the start each scoring thread scores a sample track, to make the first upload fast; 0 means never',
  ),
  RATE_LIMIT_WINDOW_SECONDS: wholeNumber(60, 1, 3600, 'Length of the rate limit window'),
  RATE_LIMIT_REQUESTS: wholeNumber(
    300,
    0,
    1_000_000,
    'API requests per credential and window; 0 for no limit',
  ),
  RATE_LIMIT_UPLOADS: wholeNumber(60, 0, 1_000_000, 'Uploads per credential and window; 0 for no limit'),
  RATE_LIMIT_OAUTH: wholeNumber(
    120,
    0,
    1_000_000,
    'OAuth requests per client, address and window; 0 for no limit',
  ),
  RATE_LIMIT_SIGN_IN: wholeNumber(
    10,
    0,
    1_000_000,
    'Sign-in attempts per account and address in 10 minutes; 0 for no limit',
  ),
  ACCESS_TOKEN_SECONDS: wholeNumber(3600, 1, 30 * DAY_SECONDS, 'Lifetime of an access token'),
  REFRESH_TOKEN_SECONDS: wholeNumber(30 * DAY_SECONDS, 1, 3650 * DAY_SECONDS, 'Lifetime of a refresh token'),
  REFRESH_REUSE_SECONDS: wholeNumber(
    0,
    0,
    300,
    'How long a client may repeat a refresh whose answer was lost; 0: a second use always counts as theft',
  ),
  DEVICE_INTERVAL_SECONDS: wholeNumber(5, 1, 60, 'Minimum time between two polls of a device'),
  CLIENT_DOCUMENTS: flag(
    'Let unregistered applications ask for consent, by a client_id that is the address of their description',
    'true',
  ),
  CLIENT_REGISTRATION: flag(
    'Let programs register themselves as applications (RFC 7591), for assistants without a description of their own',
  ),
  WEBHOOK_ALLOW_PRIVATE: flag('Deliver webhooks to private and loopback addresses'),
  WEBHOOK_TIMEOUT_MS: wholeNumber(10_000, 100, 60_000, "Time limit for a webhook receiver's answer"),
  ...forwardSettings,
  MAP_TILES_URL: url(
    ['http:', 'https:'],
    'Online map tiles (pictures), with {z}, {x} and {y}; the built-in map when absent',
  ),
  MAP_PMTILES: text(
    undefined,
    'the path of a .pmtiles file, in the data folder unless it starts with /',
    'A map with roads, woods and names from a file of your own (vector tiles of Protomaps); comes before MAP_TILES_URL',
  ),
  MAP_ATTRIBUTION: text(
    undefined,
    'plain text',
    'Whom the map names as the makers of MAP_PMTILES or MAP_TILES_URL, as their licences demand',
  ),
  ...heightSettings,
  SITES_URL: {
    ...url(
      ['http:', 'https:'],
      'The Overpass server that `sites fetch` and the operator’s page ask for take-offs of OpenStreetMap; it learns which degrees flights began in',
    ),
    fallback: 'https://overpass-api.de/api/interpreter',
  },
  VALIDATION_URL: url(
    ['http:', 'https:'],
    'A validation server such as http://vali.fai-civl.org, for signatures of instruments that keep their scheme secret: files of pilots who agree are sent to it',
  ),
  EARLY_ADOPTER_BEFORE: moment('Accounts created before this date are early adopters'),
  LOG_LEVEL: oneOf(
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    'info',
    'Lowest level that is logged',
  ),
} satisfies Record<string, Setting<unknown>>

export type SettingName = keyof typeof settings
export type SettingValues = { readonly [Name in SettingName]: ReturnType<(typeof settings)[Name]['parse']> }
