// run: all
// The guide "Webhooks in your framework": each verifier judges the same deliveries, and each receiver runs in its framework,
// where that is on this machine. RECEIVER_MODULES names a folder of node_modules with Express and Next.js.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { createSignatureHeaders, createWebhookSecret } from '#server/webhooks/delivery/sign.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { readBlocks, root } from '#test/support/guides/blocks.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { frameworks, type Program, verifiers } from '#test/support/guides/frameworks.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

const blocks = readBlocks('programs/receivers.md')
const take = (mark: string, heading: string) => {
  const block = blocks.find((one) => one.mark === mark && one.heading === heading)
  assert.ok(block, `the guide has a ${mark} under ${heading}`)
  return block
}
/** No library writes it again byte for byte: spaces, an escape, a number with a zero. */
const body = Buffer.from(
  '{"event":"flight.uploaded", "flight":{"gliderType":"Ägeri % $HOME \\u00e4","score":1.50}}',
)
const now = () => Math.floor(Date.now() / 1000)

suite('the verifiers of the guide', () => {
  for (const { heading, probe, program } of verifiers) {
    const skip = spawnSync(probe[0]!, probe.slice(1)).status === 0 ? false : `${probe[0]} is not installed`
    test(`${heading} tells genuine deliveries from others`, { skip }, (context) => {
      const { folder, command } = lay(context, program(take('verifier', heading).code))
      const cases = listCases()
      writeFileSync(
        join(folder, 'cases.json'),
        JSON.stringify(
          cases.map(({ secret, headers, bytes }) => [secret, headers, bytes.toString('base64')]),
        ),
      )
      const [file = '', ...args] = command
      const { stdout, stderr } = spawnSync(file, args, { cwd: folder, encoding: 'utf8' })
      const found = stdout.trim().split('\n')
      for (const [index, { name, isGenuine }] of cases.entries())
        assert.equal(found[index], String(isGenuine), `${name}: ${stderr}`)
    })
  }

  test('are those of the receivers that the quick start starts', () => {
    const examples = { 'JavaScript and TypeScript': 'mjs', Python: 'py', Go: 'go' }
    for (const [heading, ending] of Object.entries(examples)) {
      const example = readFileSync(join(root, `examples/receiver/receiver.${ending}`), 'utf8')
      const verifier = take('verifier', heading).code.replace(/^(?:import .*\n)*\n*/, '')
      assert.ok(example.includes(verifier.replace('export ', '')), ending)
    }
  })
})

suite('the receivers of the guide', () => {
  for (const { heading, language, isHere, program } of frameworks) {
    const skip = isHere() ? false : `${heading} is not on this machine`
    test(`${heading} takes what is genuine, byte for byte, and nothing else`, { skip }, async (context) => {
      const port = String(await findFreePort())
      const code = { verifier: take('verifier', language).code, receiver: take('receiver', heading).code }
      const { folder, command } = lay(context, program(code, port))
      const secret = createWebhookSecret()
      const running = start(context, command, folder, { SECRET: secret, PORT: port })
      const url = `http://127.0.0.1:${port}/hook`
      const post = async (id: string, bytes: Buffer, signed = bytes) => {
        const headers = createSignatureHeaders({ id, body: signed, unixSeconds: now(), secrets: [secret] })
        const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
        return (
          await fetch(url, { ...init, body: new Uint8Array(bytes), signal: AbortSignal.timeout(10_000) })
        ).status
      }
      const isUp = () =>
        post('early', body).then(
          (status) => status === 204,
          () => false,
        )
      await waitUntil(() => `${heading} takes a delivery:\n${running.output()}`, isUp)
      const written = Buffer.from(JSON.stringify(JSON.parse(body.toString())))
      assert.equal(await post('one', body), 204)
      assert.equal(await post('two', written, body), 400, 'the same object in other bytes')
      assert.equal((await fetch(url, { method: 'POST', body: '{}' })).status, 400, 'without a signature')
      await waitUntil('what was taken is told', () => running.output().includes('later one'))
      assert.ok(!running.output().includes('later two'))
    })
  }

  test('all of the guide are tried, but for the one that no machine of ours has', () => {
    const shown = blocks.filter(({ mark }) => mark === 'receiver').map(({ heading }) => heading)
    assert.deepEqual(
      frameworks.map(({ heading }) => heading).sort(),
      shown.filter((one) => one !== 'ASP.NET').sort(),
    )
    const languages = blocks.filter(({ mark }) => mark === 'verifier').map(({ heading }) => heading)
    assert.deepEqual(
      verifiers.map(({ heading }) => heading).sort(),
      languages.filter((one) => one !== 'C#').sort(),
    )
  })
})

function listCases() {
  const [secret, oldSecret] = [createWebhookSecret(), createWebhookSecret()]
  const sign = (seconds: number, ...secrets: string[]): Record<string, string> =>
    createSignatureHeaders({ id: 'msg-1', body, unixSeconds: seconds, secrets })
  const genuine = sign(now(), secret)
  const without = (name: string) => ({ ...genuine, [name]: '' })
  const one = (
    name: string,
    isGenuine: boolean,
    headers: Record<string, string>,
    { key = secret, bytes = body } = {},
  ) => ({ name, isGenuine, headers, bytes, secret: key })
  const rotating = sign(now(), secret, oldSecret)
  return [
    one('a genuine delivery', true, genuine),
    one('the new secret during a rotation', true, rotating),
    one('the old secret during a rotation', true, rotating, { key: oldSecret }),
    one('another secret', false, genuine, { key: createWebhookSecret() }),
    one('a changed body', false, genuine, { bytes: Buffer.concat([body, Buffer.from(' ')]) }),
    one('an old delivery', false, sign(now() - 400, secret)),
    one('a delivery from the future', false, sign(now() + 400, secret)),
    one('a changed time', false, { ...genuine, 'webhook-timestamp': String(now() - 1) }),
    one('another id', false, { ...genuine, 'webhook-id': 'msg-2' }),
    one('a signature that is cut', false, {
      ...genuine,
      'webhook-signature': genuine['webhook-signature']!.slice(0, -4),
    }),
    one('a signature that is nonsense', false, { ...genuine, 'webhook-signature': 'v1, nonsense' }),
    one('no signature', false, without('webhook-signature')),
    one('no time', false, without('webhook-timestamp')),
    one('no id', false, without('webhook-id')),
  ]
}

function lay(context: TestContext, { files, command, modules }: Program) {
  const folder = makeFolder(context)
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  if (modules !== undefined && existsSync(modules)) symlinkSync(modules, join(folder, 'node_modules'))
  return { folder, command }
}

function start(
  context: TestContext,
  [file = '', ...args]: string[],
  cwd: string,
  environment: Record<string, string>,
) {
  // A group of its own: some start others.
  const child = spawn(file, args, { cwd, env: { ...process.env, ...environment }, detached: true })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  context.after(async () => {
    if (child.exitCode !== null) return
    const closed = once(child, 'close')
    process.kill(-child.pid!, 'SIGKILL')
    await closed
  })
  return { output: () => output }
}
