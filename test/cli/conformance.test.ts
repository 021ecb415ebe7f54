// run: all
// The conformance kit on an instrument that does everything wrong, on one that leaves retries to its caller, and on our own
// program under the faults that take little time.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFlight } from '#test/support/flights.ts'
import { setUpDesk } from '../../conformance/desk/desk.ts'
import type { DialectName } from '../../conformance/dialects.ts'
import { openCommand, openDevice } from '../../conformance/instrument.ts'
import { writeText } from '../../conformance/report.ts'
import { type RuleName, ruleNames } from '../../conformance/rules.ts'
import { type Result, watchDialect } from '../../conformance/watch.ts'

const root = join(import.meta.dirname, '../..')
const node = `'${process.execPath}'`

suite('npm run conformance', async () => {
  const desk = await setUpDesk({ host: '127.0.0.1', port: 0 })
  after(() => desk.close())
  const watch = (command: string, rules: readonly RuleName[], dialect?: DialectName): Promise<Result[]> => {
    const instrument = openCommand({ command, maxMs: 30_000, cwd: root })
    return watchDialect({ desk, instrument, rules, say: () => undefined }, dialect)
  }

  test('names each fault of an instrument that does everything wrong', async () => {
    const results = await watch(`${node} test/support/instruments/wrong-client.mjs`, ruleNames)
    const expected: Record<RuleName, RegExp> = {
      delivers: /arrived after/,
      once: /Sent the flight again 1 time after 201/,
      'lost-answer': /Dropped the flight after 3 attempts, and says that it is done/,
      cut: /Dropped the flight after 3 attempts, and says that it is done/,
      'keeps-flight': /Dropped the flight after 3 attempts, and says that it is done/,
      'retry-after': /Came back after 0\.\d+ s instead of 2\.0 s: wait as long as Retry-After says/,
      'back-off': /Retries without back-off: waited 0\.0\d s, 0\.0\d s\./,
      clock: /Did not come back: count the wait from the Date of the answer/,
      patience: /Gave up the answer after \d+\.\d s and sent the flight again/,
      portal: /Dropped the flight after 1 attempt, and says that it is done/,
      refusal: /Sent the refused file 3 times/,
      reason: /Ignores the reason of a refusal: show “Line 12/,
      'says-so': /Says that the flight is uploaded, and no answer has said so/,
      'wrong-password': /Tried the refused password 3 times/,
      'revoked-password': /Tried the refused password 3 times/,
      redirect: /Followed a redirect to another host and sent it the password/,
      name: /Sends no User-Agent/,
    }
    for (const { rule, verdict, sentence, findings } of results) {
      assert.equal(verdict, rule === 'delivers' ? 'pass' : 'fail', `${rule}: ${JSON.stringify(findings)}`)
      assert.match(sentence, expected[rule], rule)
    }
    const text = writeText(results).join('\n')
    assert.match(text, /FAIL {6}keeps-flight {6}Keeps a flight until the service has it/)
    assert.match(text, /1 pass, 16 fail, 0 not seen$/)
  })

  const own = `CLOUDSTREET_URL=$URL CLOUDSTREET_KEY=$TOKEN ${node} cli/main.ts upload "$FILE"`
  const verdicts = (results: readonly Result[]) =>
    results.map(({ rule, verdict, findings }) =>
      verdict === 'pass' ? rule : `${rule} ${verdict} ${JSON.stringify(findings)}`,
    )

  test('our own program waits as it is told, by any clock, and shows why a file is refused', async () => {
    const quick = ['delivers', 'clock', 'refusal', 'reason', 'wrong-password', 'name'] as const
    assert.deepEqual(verdicts(await watch(own, quick)), quick)
  })

  test('a command that does not try again by itself is run again, and its waits are not seen', async () => {
    const once = `curl -s -f -H "Authorization: Bearer $TOKEN" -T "$FILE" "$URL/api/v1/flights/upload"`
    const results = await watch(once, ['lost-answer', 'keeps-flight', 'back-off'])
    assert.deepEqual(
      results.map(({ verdict, sentence }) => [verdict, sentence.slice(0, 38)]),
      [
        ['pass', 'The flight arrived after 2 attempts.'],
        ['pass', 'The flight arrived after 5 attempts.'],
        ['not seen', 'It ended instead of trying again: the '],
      ],
    )
  })

  test('an instrument that never comes has shown nothing', async () => {
    const results = await watch('true', ['delivers', 'portal', 'clock'])
    assert.deepEqual(
      results.map(({ dialect, verdict, sentence }) => [dialect, verdict, sentence]),
      [
        ['no dialect', 'not seen', 'No upload came.'],
        ['no dialect', 'not seen', 'No flight was uploaded without a fault.'],
        ['no dialect', 'not seen', 'No flight was uploaded without a fault.'],
      ],
    )
  })

  test('a device in somebody’s hand has its turn under each fault, with the login that was typed in', async () => {
    let isWaiting = false
    const turns: string[] = []
    const device = async (login: string) => {
      const [, url = '', token = ''] = /^ {2}Address (\S+), .* key (\S+)$/.exec(login) ?? []
      const headers = { authorization: `Bearer ${token}` }
      for (isWaiting = true; isWaiting; await sleep(200)) {
        const sent = fetch(`${url}/api/v1/flights/upload`, {
          method: 'PUT',
          headers,
          body: Buffer.from(makeFlight(7)),
        })
        isWaiting = (await sent.catch(() => undefined))?.ok !== true && isWaiting
      }
    }
    const say = (_blank?: string, about = '', login = '') => {
      isWaiting = false
      turns.push(about)
      if (login.includes('Address http:')) void device(login)
    }
    const instrument = openDevice({ maxMs: 1_500, say })
    const rules = ['lost-answer', 'wrong-password', 'revoked-password'] as const
    const results = await watchDialect({ desk, instrument, rules, say: () => undefined }, undefined)
    isWaiting = false
    assert.deepEqual(turns, [
      'Nothing is wrong.',
      'The flight is stored, and the answer is lost.',
      'The password (or key) is wrong.',
      'The password (or key) has been revoked.',
    ])
    const found = results.map(({ verdict, sentence }) => `${verdict}: ${sentence}`)
    assert.deepEqual(found.slice(0, 2), [
      'pass: The flight arrived after 2 attempts.',
      'not seen: No upload came.',
    ])
    assert.match(found[2] ?? '', /^fail: Tried the refused password \d times/)
  })

  const byForm = (path: string) =>
    `curl -s --data-urlencode user=$USER --data-urlencode pass=$PASSWORD --data-urlencode igcfn=flight ` +
    `--data-urlencode IGCigcIGC@$FILE $URL${path}`
  const senders: Record<Exclude<DialectName, 'own'>, string> = {
    leonardo: byForm('/flight_submit.php'),
    xccup: byForm('/api/flights/leonardo'),
    dhv: `curl -s --data-urlencode user=$USER --data-urlencode pass=$PASSWORD --data-urlencode igccontent@$FILE $URL/api/v1/flights`,
    skylines: `curl -s -u $USER:$PASSWORD -F files=@$FILE $URL/api/flights/upload`,
    leaf: `curl -s -H "Authorization: Bearer $PASSWORD" --data-binary @$FILE $URL/api/ingest`,
  }
  for (const [dialect, command] of Object.entries(senders))
    test(`${dialect}: the answers of the service and of the gate are understood`, async () => {
      const results = await watch(command, ['delivers', 'reason', 'portal'])
      assert.deepEqual([...new Set(results.map((result) => result.dialect))], [dialect])
      // Exit code 0 is the claim of every upload here.
      assert.deepEqual(
        results.map(({ verdict }) => verdict),
        ['pass', 'pass', 'fail'],
      )
    })
})
