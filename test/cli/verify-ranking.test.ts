// run: all
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { readIgc } from '#igc/read.ts'
import { hashCanonical } from '#rankings/canonical.ts'
import { seal } from '#rankings/proof.ts'
import { XCONTEST } from '#scoring/leagues/leagues.ts'
import { scoreFile } from '#scoring/score-file.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { makeFlight } from '#test/support/flights.ts'
import { makeRanked, season, simple } from '#test/support/rankings/entries.ts'
import { run } from '../../cli/run.ts'
import { openTerminal } from '../../cli/terminal/writer.ts'

async function verify(...args: string[]): Promise<{ code: number; text: string }> {
  let text = ''
  const output = { write: (chunk: string | Uint8Array) => ((text += String(chunk)), true) }
  const terminal = openTerminal(new AbortController().signal, { stdout: output, stderr: output })
  return { code: await run(['verify-ranking', ...args], terminal), text }
}

/** A proof of one real file, and the folder that both are in. */
async function prove(context: TestContext, extraUnits = 0) {
  const folder = makeFolder(context)
  const bytes = makeFlight(7)
  writeFileSync(join(folder, 'flight.igc'), bytes)
  const { score } = scoreFile(readIgc(bytes, { isStored: true }), { rules: XCONTEST, deadlineMs: 20_000 })!
  const measured = {
    units: Math.round(score.score * 100) + extraUnits,
    decimals: 2,
    rules: `${XCONTEST.name} ${XCONTEST.version}`,
  }
  const file = hash('sha256', bytes)
  const flights = [makeRanked('a', 0, { measured, file }), makeRanked('b', 12, { pilot: 'ben' })]
  const sealed = await seal({ ranking: 'r', season, rule: simple, flights, decisions: [] })
  const path = join(folder, 'proof.json')
  writeFileSync(path, JSON.stringify(sealed))
  return { folder, path, sealed }
}

suite('cloudstreet verify-ranking', () => {
  test('computes places again, and scores the files that it is given', async (context) => {
    const { folder, path, sealed } = await prove(context)
    const alone = await verify(path)
    assert.equal(alone.code, 0, alone.text)
    assert.ok(alone.text.includes(sealed.sha256))
    assert.match(alone.text, /2 places follow from the rule, 2 flights and 0 decisions/)
    const { code, text } = await verify(path, '--files', folder)
    assert.equal(code, 0, text)
    assert.match(text, /Scored again with the same value: 1 of 2\./)
  })

  test('a figure that the file does not score is told, with both', async (context) => {
    const { folder, path } = await prove(context, 100)
    assert.equal((await verify(path)).code, 0)
    const { code, text } = await verify(path, '--files', folder)
    assert.equal(code, 3)
    assert.match(text, /flight\.igc: scores \d+\.\d\d, and the proof says \d+\.\d\d\./)
  })

  test('places that do not follow are told, from an address too', async (context) => {
    const { sealed } = await prove(context)
    sealed.proof.result.rows.reverse()
    const forged = JSON.stringify({ ...sealed, sha256: await hashCanonical(sealed.proof) })
    const server = createServer((_request, response) => response.end(forged)).listen(0, '127.0.0.1')
    context.after(() => server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const { code, text } = await verify(`http://127.0.0.1:${(server.address() as AddressInfo).port}/proof`)
    assert.equal(code, 3)
    assert.match(text, /^This is not what follows from it\. Row 1 should be/)
  })

  test('what is no proof is refused with a sentence', async (context) => {
    const { folder } = await prove(context)
    assert.match((await verify(join(folder, 'flight.igc'))).text, /^The proof is not JSON/)
    assert.match((await verify(join(folder, 'none.json'))).text, /ENOENT/)
    assert.match((await verify()).text, /^Which proof\?/m)
    const deep = join(folder, 'deep.json')
    writeFileSync(deep, '['.repeat(1_000_000))
    const { code, text } = await verify(deep)
    assert.equal(code, 1)
    assert.match(text, /^The proof is not JSON/)
  })
})
