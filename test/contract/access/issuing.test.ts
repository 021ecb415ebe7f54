// run: all
// Everything that gives access to an account takes a proof of identity, and only a few places make one. Read from the
// source: a statement that a later release adds is in it, too.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { reviewKinds } from '#server/access/review-kinds.ts'

const ROOT = join(import.meta.dirname, '../../..')

const kinds: { tables: readonly string[]; isSeenByOthers?: true }[] = Object.values(reviewKinds)
const tables = new Set(kinds.flatMap((kind) => (kind.isSeenByOthers ? [] : kind.tables)))

/** Functions that write these tables without a proof, and why they give nothing away. */
const exempt: Record<string, readonly string[]> = {
  'belongs to no user until somebody with a proof allows it': [
    'insertDeviceCode',
    'insertPairing',
    'notePoll',
    'saveBuiltInApplication',
    'saveUnowned',
  ],
  'takes access away': [
    'deleteWebhook',
    'denyApprovedDevices',
    'disableApplication',
    'endAllowed',
    'endChain',
    'endChains',
    'revokeChainTokens',
    'revokeConsent',
    'revokeDevice',
    'revokeKey',
    'revokeSecret',
    'revokeToken',
    'revokeUserTokens',
    'suspendFactors',
    'withdrawScopes',
  ],
  'spends what was allowed, and gives the proof of it': [
    'consume',
    'redeemDeviceCode',
    'spendCode',
    'spendRefreshToken',
  ],
  'is the review, which asks for the password': ['restoreApp', 'restorePasskey', 'restoreRecoveryCodes'],
  'notes a use or a limit': [
    'noteConsentUse',
    'noteFirstFlight',
    'setApplicationQuota',
    'setLastUse',
    'touchPasskey',
    'useTotpStep',
  ],
  'seals the same secret again': ['replaceSealed', 'replaceSealedSecrets', 'resealTotpFactors'],
  'pauses or resumes what was allowed': ['setState'],
  'is called by disableWebhook, and by updateWebhook, which takes one': ['setFields'],
}
const exempted = new Set(Object.values(exempt).flat())

interface Found {
  readonly file: string
  readonly name: string
  readonly head: string
  readonly body: string
}

const files = globSync('server/**/*.ts', { cwd: ROOT }).filter(
  (file) => !file.endsWith('.test.ts') && !file.startsWith('server/dist/'),
)

/** Top-level functions, as the formatter writes them. */
function* listFunctions(): Generator<Found> {
  for (const file of files) {
    const source = readFileSync(join(ROOT, file), 'utf8')
    for (const [whole, name = ''] of source.matchAll(/^(?:export )?(?:async )?function\*? (\w+)[^]*?^}$/gm)) {
      const end = whole.search(/(?<=^(?:\)|export|async|function).*)\{$/m)
      yield { file, name, head: whole.slice(0, end), body: whole.slice(end) }
    }
  }
}

const writes = new RegExp(`\\b(?:insert into|update) (?:${[...tables].join('|')})\\b`)
/** The delivery of events notes leases, failures and numbers of its webhooks. */
const isDelivery = ({ file }: Found) =>
  /^server\/(?:webhooks\/(?:delivery\/|log-store)|forwards\/sending\/)/.test(file)
const found = [...listFunctions()].filter(({ body }) => writes.test(body))

suite('what gives access', () => {
  test('takes a proof wherever it is written', () => {
    const silent = found.filter(
      (one) => !/: Proved\b/.test(one.head) && !exempted.has(one.name) && !isDelivery(one),
    )
    assert.deepEqual(
      silent.map(({ file, name }) => `${file}: ${name}`),
      [],
      'let it take a Proved, or say in this file why it gives nobody anything',
    )
    const names = new Set(found.map(({ name }) => name))
    assert.deepEqual(
      [...exempted].filter((name) => !names.has(name)),
      [],
      'no exemption is out of date',
    )
    const proved = found.filter(({ head }) => /: Proved\b/.test(head)).map(({ name }) => name)
    assert.ok(proved.length >= 15, proved.join())
  })

  test('is written by statements in functions, which this file can read', () => {
    for (const file of files) {
      const source = readFileSync(join(ROOT, file), 'utf8')
      const all = [...source.matchAll(new RegExp(writes, 'g'))].length
      const read = found
        .filter((one) => one.file === file)
        .reduce((sum, { body }) => sum + [...body.matchAll(new RegExp(writes, 'g'))].length, 0)
      assert.equal(read, all, file)
    }
  })

  test('gets its proof from a session at the gates, or from what was given with one', () => {
    const callers = (pattern: RegExp) =>
      files.flatMap((file) =>
        [...readFileSync(join(ROOT, file), 'utf8').matchAll(pattern)].map(([, name = '']) =>
          `${file} ${name}`.trim(),
        ),
      )
    assert.deepEqual(callers(/\bas Proved\b/g), ['server/access/proof.ts'])
    assert.deepEqual(callers(/\bnoteProof\(/g).toSorted(), [
      'server/access/proof.ts',
      'server/accounts/proofs.ts',
    ])
    assert.deepEqual(callers(/\bfindProof\(/g).toSorted(), [
      'server/access/proof.ts',
      'server/access/proof.ts',
      'server/access/proof.ts',
      'server/accounts/second-factor/manage.ts',
      'server/oauth/pages.ts',
      'server/oauth/pages.ts',
    ])
    assert.deepEqual(callers(/\bfollowProof\('(\w+)'\)/g).toSorted(), [
      'server/access/operations/operation.ts credential',
      'server/access/security-log/store.ts operator',
      'server/demo/club.ts operator',
      'server/demo/demo.ts operator',
      'server/keys/pairing/store.ts grant',
      'server/oauth/consent/authorize.ts consent',
      'server/oauth/grants/client-credentials.ts client',
      'server/oauth/stores/chains.ts grant',
      'server/oauth/stores/codes.ts grant',
      'server/oauth/stores/device-codes.ts grant',
    ])
  })
})
