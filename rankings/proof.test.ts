import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { SealedProof } from '#contract/clubs/proof.ts'
import { makeRanked, season, simple } from '#test/support/rankings/entries.ts'
import { hashCanonical, toCanonicalJson } from './canonical.ts'
import { findFalsehood, isComputable, reseal, seal, withdraw } from './proof.ts'
import { findRuleMistakes, findSeasonMistakes, hashRule } from './rule.ts'

const flights = [makeRanked('b', 50, { pilot: 'ben' }), makeRanked('a', 60), makeRanked('c', 99)]
const decisions = [
  { flight: 'c', decidedAt: '2026-06-01T10:00:00.000Z', state: 'review' as const },
  { flight: 'c', decidedAt: '2026-06-02T10:00:00.000Z', state: 'rejected' as const },
]
const sealed = () => seal({ ranking: 'r', season, rule: simple, flights, decisions })

/** A forger makes the hash fit. */
async function forge(change: (proof: SealedProof['proof']) => void): Promise<string | undefined> {
  const { proof } = structuredClone(await sealed())
  change(proof)
  return findFalsehood({ sha256: await hashCanonical(proof), proof })
}

suite('a proof', () => {
  test('holds as it was sealed, also when it was written and read again', async () => {
    const proof = await sealed()
    assert.equal(await findFalsehood(proof), undefined)
    assert.equal(await findFalsehood(JSON.parse(toCanonicalJson(proof))), undefined)
    assert.deepEqual(
      proof.proof.result.rows.map(({ key, place, sum }) => [key, place, sum]),
      [
        ['anna', 1, 6000],
        ['ben', 2, 5000],
      ],
    )
  })

  test('a changed byte is told by the hash', async () => {
    const proof = structuredClone(await sealed())
    proof.proof.flights[0]!.measured!.units++
    assert.match((await findFalsehood(proof))!, /^The hash is [a-f0-9]{64}, not/)
  })

  test('a forger who makes the hash fit is told the first difference', async () => {
    assert.match((await forge(({ result }) => result.rows.reverse()))!, /^Row 1 should be .*"key":"anna"/)
    assert.match((await forge(({ result }) => (result.rows[1]!.sum = 7000)))!, /^Row 2 should be/)
    assert.match((await forge(({ result }) => result.rows.pop()))!, /^Row 2 should be .*and is null/)
    assert.match(
      (await forge(({ result }) => result.rows.push(result.rows[1]!)))!,
      /should be 2 rows, and are 3/,
    )
    assert.match(
      (await forge(({ result }) => (result.flights[2]!.reason = 'surpassed')))!,
      /^Of flight 000003 should be said/,
    )
    assert.match((await forge(({ rule }) => (rule.choice.best = 2)))!, /^The hash of the rule is/)
    assert.match((await forge((proof) => proof.decisions.pop()))!, /Of flight 000003/)
    assert.match((await forge((proof) => proof.decisions.reverse()))!, /order of their times/)
    assert.match((await forge((proof) => proof.flights.push(proof.flights[0]!)))!, /is there twice/)
    assert.match(
      (await forge((proof) => (proof.decisions[0]!.flight = 'x')))!,
      /which is no flight of the proof/,
    )
  })

  test('whatever else it is sent is refused with a sentence', async () => {
    const proof = await sealed()
    const hostile: unknown[] = [
      null,
      [],
      'proof',
      {},
      { sha256: 'x', proof: {} },
      { ...proof, proof: { ...proof.proof, flights: 'all' } },
      { ...proof, proof: { ...proof.proof, season: { ...season, timeZone: 'Mars/Olympus' } } },
      {
        ...proof,
        proof: {
          ...proof.proof,
          flights: [{ ...flights[0], measured: { units: 1e300, decimals: 2, rules: null } }],
        },
      },
      JSON.parse('{"__proto__": {"sha256": 1}, "proof": null}'),
    ]
    for (const file of hostile) assert.match((await findFalsehood(file))!, /^\S.*\.$/, JSON.stringify(file))
    assert.match(
      (await forge((changed) => (changed.season.timeZone = 'Mars/Olympus')))!,
      /timeZone of the season/,
    )
  })

  test('what is withdrawn from a closed one leaves place and value, and it still holds', async () => {
    const kept = await sealed()
    const at = '2026-12-31T00:00:00.000Z'
    const taken = await reseal(withdraw(kept, ({ pilot }) => pilot === 'ben', at, at))
    assert.equal(await findFalsehood(taken), undefined)
    assert.deepEqual(taken.proof.result, kept.proof.result)
    assert.deepEqual(taken.proof.closed, { closedAt: at, sha256: kept.sha256 })
    const [gone, ...others] = taken.proof.flights.filter(({ withdrawnAt }) => withdrawnAt === at)
    assert.deepEqual([gone!.address, gone!.file, gone!.takeoff, others.length], [null, null, null, 0])
    assert.ok(isComputable(taken.proof))
    const rule = { ...simple, filter: { takeoffs: ['home'] } }
    assert.ok(!isComputable({ ...taken.proof, rule }), 'take-offs are gone')
  })
})

suite('canonical JSON (RFC 8785)', () => {
  test('members are sorted by code units, numbers are as in the RFC', () => {
    const value = { '\u20ac': 1, '\r': 2, '\ufb33': 3, A: 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 }
    const order = Array.from(toCanonicalJson(value).matchAll(/:(\d)/g), ([, digit]) => digit).join('')
    assert.equal(order, '2467153')
    for (const unsortable of ['{"1":4}', '{"__proto__":4}'])
      assert.throws(() => toCanonicalJson(JSON.parse(unsortable)), /no member/)
    assert.equal(
      toCanonicalJson([333333333.3333333, 1e30, 4.5, 0.002, 1e-27]),
      '[333333333.3333333,1e+30,4.5,0.002,1e-27]',
    )
    assert.equal(
      toCanonicalJson({ b: undefined, a: [null, true, '\u20ac$\u000f\n"\\'] }),
      '{"a":[null,true,"€$\\u000f\\n\\"\\\\"]}',
    )
  })
})

suite('a rule', () => {
  test('is the same rule however its lists are ordered', async () => {
    const one = await hashRule({ ...simple, filter: { classes: ['B', 'A'], countries: ['DE', 'AT'] } })
    const other = await hashRule({ ...simple, filter: { countries: ['AT', 'DE'], classes: ['A', 'B', 'A'] } })
    assert.equal(one, other)
    assert.notEqual(one, await hashRule(simple))
    assert.notEqual(
      await hashRule({ ...simple, ties: ['best-flight', 'earlier-date'] }),
      await hashRule({ ...simple, ties: ['earlier-date', 'best-flight'] }),
    )
  })

  test('is told each mistake in a sentence', () => {
    const told = (change: object) => findRuleMistakes({ ...simple, ...change })
    assert.deepEqual(told({}), [])
    assert.deepEqual(told({ expression: '1+1', minimum: -1 }), [
      'The rule has members that are not known here: expression.',
      'minimum of the rule must be >= 0.',
    ])
    assert.deepEqual(told({ group: { by: 'moon' } }), [
      'group.by of the rule must be one of: pilot, club, team, takeoff, day.',
    ])
    assert.deepEqual(told({ measure: { kind: 'points', decimals: 2 } }), [
      'measure.league of the rule is for points and km, which need it.',
    ])
    assert.deepEqual(told({ measure: { kind: 'flights', decimals: 1 } }), [
      'measure.decimals of flights must be 0.',
    ])
    assert.deepEqual(told({ minimum: 0.001 }), ['minimum of the rule must have at most 2 decimals.'])
    assert.deepEqual(told({ factors: [{ times: 1.00001 }] }), [
      'times of a factor must have at most 4 decimals.',
      'A factor must say for which classes, bands or types it is.',
    ])
    assert.deepEqual(told({ group: { by: 'club', members: 1, flights: 1 } }), [
      'group of the rule must have members or flights, not both.',
    ])
    const floor = { kind: 'type', values: ['Free Flight'], least: 2 }
    const choices: [object, RegExp][] = [
      [{ caps: [{ kind: 'day', most: 1 }] }, /^best of the choice is needed/],
      [{ best: 3, apart: { km: 2 }, floors: [floor] }, /cannot be combined/],
      [
        {
          best: 3,
          caps: [
            { kind: 'day', most: 1 },
            { kind: 'type', most: 1 },
          ],
        },
        /^Only one cap/,
      ],
      [{ best: 4, floors: [floor, floor] }, /^A value may be in one floor/],
      [{ best: 1, floors: [floor] }, /must leave room/],
      [{ best: 1, apart: { km: 2 } }, /needs a best of 2/],
      [{ best: 100, caps: [{ kind: 'day', most: 50 }], floors: [floor] }, /too many combinations/],
    ]
    for (const [choice, sentence] of choices) {
      const [first] = told({ choice })
      assert.match(first!, sentence)
    }
  })

  test('a season is told its mistakes, too', () => {
    assert.deepEqual(findSeasonMistakes(season), [])
    assert.deepEqual(findSeasonMistakes({ ...season, from: '2026-02-30' }), [
      'from of the season must be a day of the calendar.',
    ])
    assert.deepEqual(findSeasonMistakes({ ...season, to: '2025-01-01' }), [
      'to of the season must not be before from.',
    ])
    assert.deepEqual(findSeasonMistakes({ ...season, timeZone: 'Mars' }), [
      'timeZone of the season must be one that is known, not "Mars".',
    ])
  })
})
