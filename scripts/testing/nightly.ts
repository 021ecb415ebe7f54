// What runs only with `--full`, or when it is named. A usual run executes every promise of the contract on SQLite, on
// PostgreSQL what concerns SQL: races, crashes, faults, archives, migrations, limits, and at least one file of each feature
// that has statements; and in the browser what a pilot does first: sign up, upload, read, share, consent, on every page.
interface Nightly {
  reason: string
  files: readonly string[]
}

const onEither: readonly Nightly[] = [
  {
    reason: 'has bounds in seconds of the clock, which a machine without a free core exceeds',
    files: ['test/contract/stopping', 'test/faults/connections'],
  },
  {
    reason: 'starts Prometheus, which is not a dependency; names, rules and figures have tests in every run',
    files: ['test/contract/monitoring/prometheus'],
  },
  {
    reason:
      'starts database servers, poolers or another release of its own, which takes minutes on a busy machine',
    files: [
      'test/faults/failover',
      'test/faults/pooler',
      'test/faults/replicas',
      'test/faults/side-by-side',
      'test/faults/small-server',
    ],
  },
  {
    reason: 'installs 190 MB of generators; that of hey-api makes a client in every run',
    files: ['test/contract/description/generators'],
  },
  {
    reason: 'kills nodes for minutes; each part of it is killed in tests of every run',
    files: ['test/crash/two-nodes', 'test/crash/upgrade'],
  },
  {
    reason: 'measures the memory of processes with 20,000 flights; what bounds it has tests in every run',
    files: ['test/contract/scale/memory'],
  },
]

const onSqlite: readonly Nightly[] = [
  ...onEither,
  {
    reason: 'measures how others fare beside an attack; the limits that protect them have tests in every run',
    files: [
      'test/abuse/pictures',
      'test/abuse/slow-dns',
      'test/abuse/slow-doors',
      'test/abuse/slow-requests',
      'test/abuse/upload-flood',
      'test/abuse/webhook-starvation',
    ],
  },
  {
    reason: 'kills processes around writes that other crashes cover',
    files: ['test/crash/copies', 'test/crash/imports', 'test/crash/mail-requests'],
  },
  {
    reason: 'goes from either engine to the other and back, as it does on PostgreSQL',
    files: ['test/contract/archive/moving'],
  },
  {
    reason: 'plays through what happens to a machine of the user: full disks, pulled sticks, jumping clocks',
    files: ['test/cli/keychain', 'test/cli/trouble'],
  },
]

const onPostgres: readonly Nightly[] = [
  ...onEither,
  {
    reason: 'is answered before a table is asked',
    files: [
      'test/abuse/every-door',
      'test/abuse/pictures',
      'test/abuse/slow-dns',
      'test/abuse/slow-doors',
      'test/abuse/slow-requests',
      'test/abuse/upload-flood',
      'test/abuse/webhook-starvation',
      'test/contract/access/admission',
      'test/contract/answers',
      'test/contract/cross-origin',
      'test/contract/description/',
      'test/contract/discovery',
      'test/contract/docs/pages',
      'test/contract/private-files',
      'test/contract/refusals',
      'test/contract/request-timeouts',
      'test/contract/web.test',
    ],
  },
  {
    reason: 'gives other input to statements that other files run',
    files: [
      'test/abuse/budgets',
      'test/abuse/guessing',
      'test/contract/access/bearer',
      'test/contract/access/disclosure',
      'test/contract/access/forwarded',
      'test/contract/access/kinds',
      'test/contract/access/operator',
      'test/contract/access/rate-limit.test',
      'test/contract/access/security-log',
      'test/contract/accounts/account-pages',
      'test/contract/accounts/account-picture',
      'test/contract/accounts/account.test',
      'test/contract/accounts/admin-users',
      'test/contract/accounts/export-gate',
      'test/contract/accounts/old-settings',
      'test/contract/accounts/passkeys',
      'test/contract/accounts/password-reset',
      'test/contract/accounts/profile',
      'test/contract/accounts/recovered-account',
      'test/contract/accounts/recovered-factors',
      'test/contract/accounts/review-access',
      'test/contract/accounts/second-factor-access',
      'test/contract/accounts/sessions',
      'test/contract/accounts/sign-in',
      'test/contract/accounts/sign-up',
      'test/contract/accounts/step-up',
      'test/contract/demo',
      'test/contract/docs/key',
      'test/contract/flights/analysis/flight-a',
      'test/contract/flights/analysis/flight-files',
      'test/contract/flights/analysis/flight-scores',
      'test/contract/flights/analysis/flight-signature',
      'test/contract/flights/analysis/flight-terrain',
      'test/contract/flights/files/aborted-downloads',
      'test/contract/flights/files/damaged-files',
      'test/contract/flights/files/outside-files',
      'test/contract/flights/flight-admin',
      'test/contract/flights/flight-certificate',
      'test/contract/flights/flight-dashboard',
      'test/contract/flights/flight-date',
      'test/contract/flights/flight-download',
      'test/contract/flights/flight-fuzz',
      'test/contract/flights/flight-read',
      'test/contract/flights/flight-upload-',
      'test/contract/flights/launch-points',
      'test/contract/flights/map',
      'test/contract/flights/photos/photo-files',
      'test/contract/flights/photos/photo-refusals',
      'test/contract/flights/photos/shared-photos',
      'test/contract/flights/sharing/privacy-zones',
      'test/contract/flights/sharing/shared-pages',
      'test/contract/flights/sharing/sharing-model',
      'test/contract/intake/dhv-xc',
      'test/contract/intake/fuzz',
      'test/contract/intake/leaf',
      'test/contract/intake/leonardo',
      'test/contract/intake/skylines',
      'test/contract/language/',
      'test/contract/log',
      'test/contract/mail',
      'test/contract/map-file',
      'test/contract/mcp/',
      'test/contract/monitoring/metrics',
      'test/contract/monitoring/operator',
      'test/contract/oauth/applications',
      'test/contract/oauth/clients/built-in',
      'test/contract/oauth/consent-page',
      'test/contract/oauth/disabling',
      'test/contract/oauth/documents/client',
      'test/contract/oauth/documents/refused',
      'test/contract/oauth/named-causes',
      'test/contract/oauth/oauth-authorize',
      'test/contract/oauth/oauth-interop',
      'test/contract/oauth/oauth-log',
      'test/contract/oauth/oauth-metadata',
      'test/contract/oauth/oauth-refusal-log',
      'test/contract/oauth/oauth-revoke',
      'test/contract/oauth/openid/end-session',
      'test/contract/oauth/openid/openid',
      'test/contract/oauth/openid/sign-in-again',
      'test/contract/oauth/resources',
      'test/contract/odd-ids',
      'test/contract/to-the-letter',
      'test/contract/too-large',
      'test/contract/upgrades/plan',
      'test/contract/webhooks/connection',
      'test/contract/webhooks/webhook-dashboard',
      'test/contract/webhooks/webhook-disabled',
      'test/contract/webhooks/webhook-end-to-end',
      'test/contract/webhooks/webhook-limits',
      'test/contract/webhooks/webhook-owners',
      'test/contract/webhooks/webhook-schedule',
      'test/interop/',
    ],
  },
  {
    reason: 'kills or starts processes around statements that other crashes cover',
    files: [
      'test/contract/monitoring/roles',
      'test/contract/process',
      'test/contract/secret-rotation',
      'test/crash/copies',
      'test/crash/imports',
      'test/crash/mail',
    ],
  },
]

const inBrowser: readonly Nightly[] = [
  {
    reason:
      'clicks through what has tests over HTTP in every run; the pages themselves are opened in every run',
    files: [
      'test/browser/account/recovery',
      'test/browser/account/second-factor',
      'test/browser/developers/developers',
      'test/browser/developers/docs',
      'test/browser/developers/operator',
      'test/browser/developers/spa',
      'test/browser/flight/insights',
      'test/browser/flight/own-map',
      'test/browser/flight/photos',
      'test/browser/flight/terrain',
      'test/browser/logbook/counting',
      'test/browser/logbook/logbook',
      'test/browser/logbook/twins',
    ],
  },
  {
    reason:
      'reads every page in each language; the types require each text in all, and pages are asked for over HTTP',
    files: ['test/browser/language/languages'],
  },
]

export const nightly = { sqlite: onSqlite, postgres: onPostgres, browser: inBrowser }

/** A folder ends with a slash; the beginning of a file's name means files of that folder, and no folder of a like name. */
export function isMeant(file: string, path: string): boolean {
  return path.startsWith(file) && (file.endsWith('/') || !path.slice(file.length).includes('/'))
}

export function isNightly(engine: keyof typeof nightly, path: string): boolean {
  return nightly[engine].some(({ files }) => files.some((file) => isMeant(file, path)))
}
