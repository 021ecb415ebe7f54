// The samples of the guide, taken out of it and run where their language is at hand.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { createSignatureHeaders, createWebhookSecret } from './delivery/sign.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/guide/webhooks.md'), 'utf8')

interface Language {
  heading: string
  fence: string
  file: string
  /** How to see whether it is installed. */
  probe: string[]
  /** Turns the sample into a program: secret and header are its arguments, the body is in the third one's file. */
  complete: (sample: string) => string
  command: (path: string) => string[]
}

const languages: Language[] = [
  {
    heading: 'TypeScript',
    fence: 'ts',
    file: 'sample.mts',
    probe: [process.execPath, '--version'],
    complete: (sample) => `${sample}
      import { readFileSync } from 'node:fs'
      const [secret, header, file] = process.argv.slice(2)
      process.exitCode = verifyWebhook(secret!, header!, readFileSync(file!)) ? 0 : 3`,
    command: (path) => [process.execPath, path],
  },
  {
    heading: 'Python',
    fence: 'python',
    file: 'sample.py',
    probe: ['python3', '--version'],
    complete: (sample) =>
      `${sample}\nimport sys\nsys.exit(0 if verify_webhook(sys.argv[1], sys.argv[2], open(sys.argv[3], "rb").read()) else 3)\n`,
    command: (path) => ['python3', path],
  },
  {
    heading: 'Go',
    fence: 'go',
    file: 'sample.go',
    probe: ['go', 'version'],
    complete: (sample) =>
      `${sample.replace('import (', 'import (\n\t"os"')}
func main() {
	body, _ := os.ReadFile(os.Args[3])
	if !verifyWebhook(os.Args[1], os.Args[2], body) {
		os.Exit(3)
	}
}
`,
    // `go run` turns every exit code into 1.
    command: (path) => [
      'sh',
      '-c',
      `go build -o "${path}.out" "${path}" || exit 99; "${path}.out" "$@"`,
      'sh',
    ],
  },
  {
    heading: 'PHP',
    fence: 'php',
    file: 'sample.php',
    probe: ['php', '--version'],
    complete: (sample) =>
      `${sample}\nexit(verify_webhook($argv[1], $argv[2], file_get_contents($argv[3])) ? 0 : 3);\n`,
    command: (path) => ['php', path],
  },
  {
    heading: 'Shell',
    fence: 'sh',
    file: 'sample.sh',
    probe: ['openssl', 'version'],
    complete: (sample) => `${sample}\nverify_webhook "$1" "$2" "$3" || exit 3\n`,
    command: (path) => ['sh', path],
  },
]

function takeSample({ heading, fence }: Language): string {
  const sample = new RegExp(`### ${heading}\\n[^]*?\`\`\`${fence}\\n([^]*?)\`\`\``).exec(guide)?.[1]
  assert.ok(sample, `the guide has a sample in ${heading}`)
  return sample
}

const isInstalled = ([command = '', ...args]: string[]) => spawnSync(command, args).status === 0

suite('the verification samples of the guide', () => {
  const [secret, oldSecret] = [createWebhookSecret(), createWebhookSecret()]
  const body = Buffer.from('{"event":"flight.uploaded","flight":{"gliderType":"Ägeri % $HOME \\u0000 1"}}')
  const sign = (unixSeconds: number, secrets: string[]) =>
    createSignatureHeaders({ id: 'a', body, unixSeconds, secrets })['x-cloudstreet-signature']

  /** The requests presented, and whether each is genuine. */
  const makeCases = (): [string, string, string, Buffer, boolean][] => {
    const now = Math.floor(Date.now() / 1000)
    const header = sign(now, [secret])
    return [
      ['a genuine delivery', secret, header, body, true],
      ['the new secret during a rotation', secret, sign(now, [secret, oldSecret]), body, true],
      ['the old secret during a rotation', oldSecret, sign(now, [secret, oldSecret]), body, true],
      ['another secret', createWebhookSecret(), header, body, false],
      ['a changed body', secret, header, Buffer.concat([body, Buffer.from(' ')]), false],
      ['an old delivery', secret, sign(now - 400, [secret]), body, false],
      ['a delivery from the future', secret, sign(now + 400, [secret]), body, false],
      ['a changed time', secret, header.replace(`t=${now}`, `t=${now - 1}`), body, false],
      ['a header without a signature', secret, `t=${now}`, body, false],
      ['an empty signature', secret, `t=${now},v1=`, body, false],
      ['a header that is nonsense', secret, 'nonsense', body, false],
      ['no header', secret, '', body, false],
    ]
  }

  for (const language of languages) {
    const skip = isInstalled(language.probe) ? false : `${language.heading} is not installed`
    test(`${language.heading} tells genuine deliveries from others`, { skip }, (context) => {
      const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-sample-'))
      context.after(() => rmSync(folder, { recursive: true, force: true }))
      const [program, bodyFile] = [join(folder, language.file), join(folder, 'body')]
      writeFileSync(program, language.complete(takeSample(language)))
      for (const index of makeCases().keys()) {
        const [name, key, signature, bytes, isGenuine] = makeCases()[index]!
        writeFileSync(bodyFile, bytes)
        const [command = '', ...args] = language.command(program)
        const result = spawnSync(command, [...args, key, signature, bodyFile], { encoding: 'utf8' })
        assert.equal(result.status, isGenuine ? 0 : 3, `${name}: ${result.stderr}`)
      }
    })
  }
})
