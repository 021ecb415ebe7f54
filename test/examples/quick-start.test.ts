// run: all
// The quick start, pasted block by block into a terminal as its reader does, with every answer that it shows.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { makeFolder } from '#test/support/installation/folder.ts'
import { type Block, readBlocks, root } from '#test/support/guides/blocks.ts'
import { openTerminal } from '#test/support/guides/terminal.ts'
import { decideDevice } from '#test/support/oauth.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { observe, waitForAnswer } from '#test/support/process.ts'
import { enter } from '#test/support/sign-in.ts'
import { createVisitor } from '#test/support/visitor.ts'

const blocks = readBlocks('quick-start.md')
const inSections = (...sections: string[]) => blocks.filter(({ section }) => sections.includes(section))
const receivers = [
  { language: 'Node', isHere: true },
  { language: 'Python', isHere: spawnSync('python3', ['--version']).status === 0 },
  { language: 'Go', isHere: spawnSync('go', ['version']).status === 0 },
]
/** The output of a receiver. */
const EVENT = /\{"event":"flight\.uploaded","occurredAt".*\}\n/

suite('the quick start', async () => {
  const folder = makeFolder({ after })
  const [port, receiverPort] = [await findFreePort(), await findFreePort()]
  const url = `http://localhost:${port}`
  const env = {
    ...process.env,
    TMPDIR: folder,
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    DEVICE_INTERVAL_SECONDS: '1',
    SCORING_WARM_UP_AFTER_SECONDS: '0',
  }
  /** The addresses of this run, and no longer waits than a device of this run has to keep. */
  const localise = (text: string) =>
    text
      .replaceAll('http://localhost:8080', url)
      .replaceAll('localhost:3000', `localhost:${receiverPort}`)
      .replaceAll('PORT=3000', `PORT=${receiverPort}`)
      .replaceAll('sleep 5', 'sleep 1')

  const terminal = openTerminal(root, env)
  after(() => terminal.close())
  let [started, received] = [0, 0]
  const followed = new Set<string>()

  /** Runs what is to be pasted, and compares what the guide shows after it. */
  async function follow(steps: readonly Block[]): Promise<void> {
    let output = ''
    for (const { language, mark, code, place } of steps) {
      followed.add(place)
      const shown = toComparable(localise(code))
      if (mark === 'receiver' && language === 'json') {
        assert.equal(toComparable(await terminal.waitFor(EVENT, ++received)), shown, place)
      } else if (language === 'bash') {
        const result = await terminal.run(localise(code))
        assert.equal(result.code, 0, place)
        output = result.output.replace(EVENT, '')
        if (mark === 'receiver') await terminal.waitFor(/ready\n/, ++started)
      } else if (language === 'json' || language === 'text') {
        assert.equal(toComparable(output), shown, place)
      }
    }
  }

  const [start, greeting] = inSections('A server')
  const child = spawn('bash', ['-c', start!.code], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const server = observe(child)
  after(async () => {
    const closed = once(child, 'close')
    process.kill(-child.pid!, 'SIGTERM')
    await closed
  })

  test('a server starts by its one line, and says where it is', async () => {
    await waitForAnswer(url, server)
    assert.ok(server.output().includes(localise(greeting!.code)), server.output())
  })

  test('a key, an upload and a list', () => follow(inSections('A key', 'A flight')))

  // The first one goes the whole way, and the others as far as the test event.
  for (const { language, isHere } of receivers.toReversed()) {
    const skip = isHere ? false : `${language} is not installed`
    test(`a webhook is verified by the receiver in ${language}`, { skip }, async () => {
      const receiver = inSections('A receiver')
      await follow(inSections('A webhook'))
      await follow(receiver.filter(({ heading, section }) => heading === section || heading === language))
      const event = inSections('A verified event')
      const isReal = ({ code }: Block) => /180526|2026-05-18/.test(code)
      await follow(language === 'Node' ? event : event.filter((block) => !isReal(block)))
    })
  }

  test('a device is allowed by its pilot, and lists', async () => {
    const [ask, shown, ...rest] = inSections('A device')
    await follow([ask!, shown!])
    const code = /user_code=([A-Z-]+)/.exec(await terminal.waitFor(/user_code=[A-Z-]+\n/, 1))?.[1] ?? ''
    const site = {
      url,
      fetch: (path: string, init?: RequestInit) => fetch(new URL(path, url), { redirect: 'manual', ...init }),
    }
    const waiting = follow(rest)
    const visitor = createVisitor(site)
    await enter(visitor, 'me@example.org', 'a long pass phrase')
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    await decideDevice(site, code, { headers: { cookie, origin: url } })
    await waiting
  })

  test('nothing of it is left out', () => {
    const missing = receivers.filter(({ isHere }) => !isHere).map(({ language }) => language)
    const rest = blocks.filter(({ place, heading }) => !followed.has(place) && !missing.includes(heading))
    assert.deepEqual(rest, [start, greeting])
  })
})

/** Without the line breaks of the guide, and without what is another in every run. */
function toComparable(text: string): string {
  return text
    .replaceAll(/\s/g, '')
    .replaceAll(/"date":"[\d-]+"/g, '"date":DATE')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/user_code=[A-Z]{4}-[A-Z]{4}/g, 'user_code=CODE')
    .replaceAll(/whsec_[\w+/=]{44}/g, 'SECRET')
    .replaceAll(/(?<![\da-f])(?!0{24}\b)[\da-f]{24}(?![\da-f])/g, 'ID')
}
