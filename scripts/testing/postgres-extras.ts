// What runs on PostgreSQL only with `--full`, or when it is named. A usual run executes there what concerns SQL: races,
// crashes, faults, archives, migrations, limits, and at least one file of each feature that has statements. Every file runs on SQLite.
export const postgresExtras: readonly { reason: string; files: readonly string[] }[] = [
  {
    reason: 'is answered before a table is asked',
    files: [
      'test/abuse/pictures',
      'test/abuse/slow-dns',
      'test/abuse/slow-requests',
      'test/abuse/upload-flood',
      'test/abuse/webhook-starvation',
      'test/contract/answers',
      'test/contract/cross-origin',
      'test/contract/description/',
      'test/contract/discovery',
      'test/contract/docs/pages',
      'test/contract/private-files',
      'test/contract/refusals',
      'test/contract/request-timeouts',
      'test/contract/stopping',
      'test/contract/web.test',
    ],
  },
  {
    reason: 'gives other input to statements that other files run',
    files: [
      'test/contract/access/bearer',
      'test/contract/access/forwarded',
      'test/contract/accounts/account-pages',
      'test/contract/accounts/account-picture',
      'test/contract/accounts/old-settings',
      'test/contract/accounts/sign-up',
      'test/contract/demo',
      'test/contract/flights/flight-certificate',
      'test/contract/flights/flight-date',
      'test/contract/flights/flight-fuzz',
      'test/contract/flights/flight-upload-',
      'test/contract/flights/map',
      'test/contract/intake/dhv-xc',
      'test/contract/intake/fuzz',
      'test/contract/intake/leonardo',
      'test/contract/intake/skylines',
      'test/contract/log',
      'test/contract/oauth/consent-page',
      'test/contract/oauth/named-causes',
      'test/contract/oauth/oauth-interop',
      'test/contract/oauth/oauth-log',
      'test/contract/oauth/oauth-metadata',
      'test/contract/oauth/oauth-refusal-log',
      'test/contract/to-the-letter',
      'test/contract/webhooks/connection',
      'test/contract/webhooks/webhook-end-to-end',
      'test/interop/',
    ],
  },
  {
    reason: 'kills or starts processes around statements that other crashes cover',
    files: ['test/crash/mail-requests', 'test/contract/secret-rotation'],
  },
]

export function isPostgresExtra(path: string): boolean {
  return postgresExtras.some(({ files }) => files.some((file) => path.startsWith(file)))
}
