// run: all
// Findings for which files are read again: airspaces, and recordings that begin in the air.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import type { FlightReview } from '#contract/clubs/reviews.ts'
import type { FileTrigger } from '#contract/clubs/words.ts'
import { writeIgc } from '#igc/write.ts'
import { keepAirspaces } from '#server/flights/airspace/files.ts'
import { readAirspaceFile } from '#server/flights/scorer/airspace.ts'
import { lookAtChanged } from '#server/rankings/jobs.ts'
import { withRankable } from '#server/work.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { type Pilot, unlimited, uploadNew } from '#test/support/flights.ts'
import { flyParts, type Part } from '#test/support/igc/air.ts'
import { createUser, signIn } from '#test/support/people.ts'
import { startMailServer } from '#test/support/mail-server.ts'
import {
  addEntrant,
  addRanking,
  ask,
  findRow,
  foundLeague,
  type League,
  settle,
  settleAgain,
  show,
  terms,
} from '#test/support/rankings/league.ts'
import { shareServer, startServer } from '#test/support/server.ts'
import { landscape, packed, writeHgt } from '#test/support/terrain/landscape.ts'

const folder = makeFolder({ after })
writeFileSync(join(folder, 'N46E007.hgt.gz'), packed(writeHgt(landscape, { south: 46, west: 7 })))

const PLAIN = { latitude: 46.8, longitude: 7.2, metres: 1000 }
const parked: Part = { kind: 'parked', seconds: 60 }

/** From the plain, up to some 1800 m; begun as many metres above it, which makes it another shape, too. */
function makeFlight(startSeconds: number, aboveGround = 0): Uint8Array {
  const flown: Part[] = [
    { kind: 'circles', turns: 12, climb: 3 },
    { kind: 'glide', seconds: 600 + aboveGround, heading: 90 },
    { kind: 'glide', seconds: 300, heading: aboveGround },
  ]
  const parts = aboveGround === 0 ? [parked, ...flown, parked] : [...flown, parked]
  const place = { ...PLAIN, altitude: PLAIN.metres + aboveGround, noise: 0, startSeconds }
  return writeIgc({ track: flyParts(parts, place).track })
}

suite('findings in files', async () => {
  const mail = await startMailServer({ after })
  const server = await startServer(
    { after },
    { environment: { ...unlimited, SMTP_URL: mail.url, TERRAIN_DIR: folder } },
  )
  const { services } = server
  const midday = Date.parse('2026-05-17T11:00:00Z') / 1000

  /** About the start of the flights. */
  const addAirspace = async (
    region: string,
    { kind = 'D', floor = 'GND', ceiling = 'UNL', validFrom = '2000-01-01', ownerId = null as string | null },
  ) => {
    const lines = [
      `AC ${kind}`,
      'AN Plain',
      `AL ${floor}`,
      `AH ${ceiling}`,
      'V X=46:48:00 N 007:12:00 E',
      'DC 20',
    ]
    const file = readAirspaceFile(new TextEncoder().encode(lines.join('\n')))
    await keepAirspaces(services, { ownerId, region, validFrom }, file)
  }
  const removeAirspaces = () => services.db.sql`delete from airspace_files`
  const upload = async (pilot: Pilot, bytes: Uint8Array) => {
    const { id } = await uploadNew(server, pilot, bytes)
    await show(server, pilot, id, 'public')
    return id
  }
  const enter = async (review: FileTrigger[]) => {
    const league = await foundLeague(server, {}, { review })
    const ranking = await addRanking(server, league)
    const pilot = await addEntrant(server, league, 'Anna A')
    const reasons = async () =>
      (await findRow(server, pilot, ranking)).flights.map(({ reason }) => reason).sort()
    return { league, pilot, reasons }
  }
  const listReviews = async ({ owner, season }: League) =>
    (await ask(server, owner, 'GET', `/seasons/${season.id}/reviews`)).body.data as FlightReview[]

  test('cannot be asked for where there are no data, and the answer says what is missing', async () => {
    const bare = await shareServer()
    const { owner, clubId } = await foundLeague(bare)
    const asking = {
      clubId,
      name: 'X',
      terms: { ...terms, review: ['airspace', 'start-in-air', 'same-track'] },
    }
    const { status, body } = await ask(bare, owner, 'POST', '/seasons', asking)
    assert.equal(status, 400)
    assert.match(
      body.error_description,
      /no airspaces until its operator imports some.* no heights of the ground/,
    )
    const list = async (of: typeof bare, user = owner.user) => {
      const headers = await signIn(of, user)
      return (await (await of.fetch('/app/api/season-findings', { headers })).json()).data as string[]
    }
    const always = ['invalid-signature', 'unchecked-signature', 'same-track']
    assert.deepEqual(await list(bare), always, 'the form offers what can be asked for')
    assert.deepEqual(
      (await list(server, await createUser(server))).toSorted(),
      [...always, 'start-in-air'].sort(),
    )
  })

  test('a flight inside an airspace waits once its file was looked at, and the pilot is told without blame', async () => {
    await addAirspace('CH', {})
    const { league, pilot, reasons } = await enter(['airspace'])
    await mail.take(pilot.user.email)
    await mail.take(pilot.user.email)
    await upload(pilot, makeFlight(midday))
    assert.deepEqual(await reasons(), ['counts'], 'neither the upload nor its ranking waits')
    await settle(server)
    assert.deepEqual(await reasons(), ['in-review'])
    const told = await mail.take(pilot.user.email)
    assert.match(
      told.text,
      /2026-05-17: .*The track passes through an airspace that may require a clearance/s,
    )
    const [review] = await listReviews(league)
    assert.deepEqual(
      review!.steps.map(({ by, findings }) => [by, findings]),
      [['service', ['airspace']]],
    )
    const decision = { state: 'accepted', reason: 'The tower had cleared it.' }
    await ask(server, league.owner, 'POST', `/seasons/${league.season.id}/decisions`, {
      flightIds: [review!.flightId],
      ...decision,
    })
    // Newer data are looked at again, and what was decided is not asked twice.
    await addAirspace('CH', { validFrom: '2026-04-16' })
    assert.equal(await settleAgain(withRankable(services)), 1)
    assert.deepEqual(await reasons(), ['counts'])
    await removeAirspaces()
  })

  test('only restrictive airspaces of the operator set a flight aside, and only where it was surely inside', async () => {
    await addAirspace('open', { kind: 'E' })
    await addAirspace('above', { floor: '5000m AMSL' })
    await addAirspace('later', { validFrom: '2026-06-11' })
    await addAirspace('by NOTAM', { ceiling: 'NOTAM' })
    const { pilot, reasons } = await enter(['airspace'])
    await addAirspace('own', { ownerId: pilot.user.id })
    await upload(pilot, makeFlight(midday))
    await settle(server)
    assert.deepEqual(await reasons(), ['counts'])
    // The operator imports what was missing.
    await addAirspace('CH', {})
    await settleAgain(withRankable(services))
    assert.deepEqual(await reasons(), ['in-review'])
    await removeAirspaces()
  })

  test('a recording that begins far above the ground waits, one from the ground or a little above it does not', async () => {
    const { league, pilot, reasons } = await enter(['start-in-air'])
    await upload(pilot, makeFlight(midday))
    await upload(pilot, makeFlight(midday - 86_400, 150))
    await settle(server)
    assert.deepEqual(await reasons(), ['counts', 'counts'])
    await upload(pilot, makeFlight(midday - 2 * 86_400, 500))
    await settle(server)
    assert.deepEqual(await reasons(), ['counts', 'counts', 'in-review'])
    assert.deepEqual((await listReviews(league))[0]!.steps[0]!.findings, ['start-in-air'])
  })

  test('a file that cannot be read now is tried again, and holds up no other', async () => {
    const { pilot, reasons } = await enter(['start-in-air'])
    const broken = await upload(pilot, makeFlight(midday, 500))
    await upload(pilot, makeFlight(midday - 86_400, 400))
    const real = withRankable(services)
    const failing = (nowMs: number, isBroken = true): typeof real => ({
      ...real,
      now: () => nowMs,
      rankable: {
        ...real.rankable,
        check: (ownerId, flightId, triggers) =>
          isBroken && flightId === broken
            ? Promise.reject(new Error('The disk is away.'))
            : real.rankable.check(ownerId, flightId, triggers),
      },
    })
    const start = services.now()
    await lookAtChanged(failing(start))
    assert.deepEqual(await reasons(), ['counts', 'in-review'])
    await settleAgain(failing(start + 60_000, false))
    assert.deepEqual(await reasons(), ['counts', 'in-review'])
    await settleAgain(failing(start + 2 * 3_600_000, false))
    assert.deepEqual(await reasons(), ['in-review', 'in-review'])
  })

  test('a private flight is not looked at', async () => {
    const { league, pilot } = await enter(['start-in-air'])
    await uploadNew(server, pilot, makeFlight(midday, 500))
    await addRanking(server, league, { audience: 'members' })
    assert.equal(await settle(server), 0)
    assert.deepEqual(await listReviews(league), [])
  })
})
