// run: all
// Random changes of visibility, links and zones, and random visitors, against a model: those who must not see a flight are told
// that there is none, and nothing that anybody else sees is from inside a zone.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { SharedFlight } from '#contract/sharing/shared-flight.ts'
import { visibilities, type Visibility } from '#contract/sharing/visibility.ts'
import { measureTrack } from '#igc/flight/summary.ts'
import { distanceKm } from '#igc/geodesy.ts'
import { readIgc } from '#igc/read.ts'
import { seededRandom } from '#igc/simulate.ts'
import type { Track } from '#igc/track.ts'
import { createPilot, makeFlight, uploadNew } from '#test/support/flights.ts'
import { createSharingPilot, referenceOf, type SharingPilot } from '#test/support/sharing/visitor.ts'
import { shareServer } from '#test/support/server.ts'
import { readSeed } from '#test/support/seed.ts'

const SEED = readSeed('SHARING')
const COMBINATIONS = process.env.SWEEPS ? 1000 : 60
const PILOTS = 2
const FLIGHTS = 4

interface Zone {
  id: string
  latitude: number
  longitude: number
  radiusM: number
}

interface ModelFlight {
  pilot: ModelPilot
  id: string
  track: Track
  visibility: Visibility
  link: string | undefined
  ended: string[]
}

interface ModelPilot {
  pilot: SharingPilot
  zones: Zone[]
}

interface Place {
  lat: number
  lng: number
}

suite(`sharing, SHARING_SEED=${SEED}`, async () => {
  const random = seededRandom(SEED)
  const below = (count: number) => Math.floor(random() * count)
  const any = <Item>(items: readonly Item[]): Item => items[below(items.length)]!
  const server = await shareServer()
  const stranger = await createPilot(server, 'A stranger')
  const flights: ModelFlight[] = []

  for (let at = 0; at < PILOTS; at++) {
    const model: ModelPilot = { pilot: await createSharingPilot(server), zones: [] }
    for (let number = 0; number < FLIGHTS; number++) {
      const bytes = makeFlight(100 + at * FLIGHTS + number, { shape: 'line', taskKm: 25 })
      const { id } = await uploadNew(server, model.pilot, bytes)
      const { track } = readIgc(bytes)
      assert.ok(track)
      flights.push({ pilot: model, id, track, visibility: 'private', link: undefined, ended: [] })
    }
  }

  const changes: Record<string, (flight: ModelFlight) => Promise<void>> = {
    visibility: async (flight) => {
      flight.visibility = any(visibilities)
      await flight.pilot.pilot.setVisibility(flight.id, flight.visibility)
      if (flight.visibility === 'private' && flight.link !== undefined) flight.ended.push(flight.link)
      if (flight.visibility === 'private') flight.link = undefined
    },
    readLink: async (flight) => {
      const sharing = await flight.pilot.pilot.readSharing(flight.id)
      assert.equal(sharing.visibility, flight.visibility)
      assert.equal(sharing.url === null, flight.visibility === 'private')
      if (flight.visibility !== 'unlisted') return
      if (flight.link !== undefined) assert.equal(referenceOf(sharing), flight.link)
      flight.link = referenceOf(sharing)
    },
    replaceLink: async (flight) => {
      const sharing = await flight.pilot.pilot.replaceLink(flight.id)
      if (flight.visibility === 'private') return assert.equal(sharing.url, null)
      if (flight.link !== undefined) flight.ended.push(flight.link)
      flight.link = undefined
      return flight.visibility === 'unlisted' ? changes.readLink!(flight) : undefined
    },
    addZone: async ({ pilot, track }) => {
      if (pilot.zones.length === 3) return
      const row = any([0, track.length - 1, below(track.length)])
      const place = {
        latitude: track.latitude[row]! + (random() - 0.5) / 500,
        longitude: track.longitude[row]! + (random() - 0.5) / 500,
        radiusM: 300 + below(100),
      }
      pilot.zones.push({ ...place, id: (await pilot.pilot.addZone(place)).id })
    },
    removeZone: async ({ pilot }) => {
      const zone = pilot.zones.pop()
      if (zone) await pilot.pilot.dashboard('DELETE', `/sharing/zones/${zone.id}`)
    },
  }

  /** Every position in an answer. */
  function* findPlaces(value: unknown): Generator<Place> {
    if (typeof value !== 'object' || value === null) return
    const { lat, lng, latitude, longitude } = value as Record<string, unknown>
    if (typeof lat === 'number' && typeof lng === 'number') yield { lat, lng }
    if (typeof latitude === 'number' && typeof longitude === 'number') yield { lat: latitude, lng: longitude }
    for (const inner of Object.values(value)) yield* findPlaces(inner)
  }

  const isHidden = ({ zones }: ModelPilot, { lat, lng }: Place) =>
    zones.some((zone) => distanceKm(zone.latitude, zone.longitude, lat, lng) * 1000 < zone.radiusM * 0.99)

  async function requireNothingHidden(flight: ModelFlight, reference: string, text: string): Promise<void> {
    const { data } = JSON.parse(text) as { data: SharedFlight }
    const response = await server.fetch(`/api/v1/shared/${reference}/track?format=columns&resolution=100000`)
    assert.equal(response.status, 200)
    const { data: track } = (await response.json()) as {
      data: Record<'seconds' | 'latitude' | 'longitude' | 'altitude', number[]>
    }
    const places = [
      ...findPlaces(data),
      ...track.latitude.map((lat, row) => ({ lat, lng: track.longitude[row]! })),
    ]
    assert.deepEqual(
      places.filter((place) => isHidden(flight.pilot, place)),
      [],
    )
    // Every sum is that of what is shown.
    const { seconds, altitude } = track
    const [first, last] = [seconds[0]!, seconds.at(-1)!]
    assert.equal(data.track.duration, last - first)
    assert.equal(Date.parse(data.start.time) / 1000, first)
    assert.equal(Date.parse(data.end.time) / 1000, last)
    assert.equal(data.altitude.maximumM, Math.max(...altitude))
    assert.equal(data.altitude.minimumM, Math.min(...altitude))
    const shown = {
      latitude: Float64Array.from(track.latitude),
      longitude: Float64Array.from(track.longitude),
    } as unknown as Track
    assert.ok(Math.abs(data.track.distance - measureTrack(shown, { from: 0, to: seconds.length - 1 })) < 0.02)
    for (const phase of data.analysis?.phases ?? []) {
      const times = Object.values(phase).filter(
        (value) => typeof value === 'string' && /^\d{4}-.*Z$/.test(value),
      )
      for (const time of times as string[])
        assert.ok(Date.parse(time) / 1000 >= first && Date.parse(time) / 1000 <= last, time)
    }
  }

  test(`shows ${COMBINATIONS} times exactly what the model says`, async (context) => {
    const counts = { seen: 0, cut: 0, refused: 0, nothingLeft: 0 }
    for (let round = 0; round < COMBINATIONS; round++) {
      const changed = any(flights)
      await changes[any(Object.keys(changes))]!(changed)
      const flight = random() < 0.7 ? changed : any(flights)
      const references = [flight.id, flight.link, flight.ended.at(-1)].filter(
        (reference) => reference !== undefined,
      )
      const reference = any(references)
      const headers = any([{}, stranger.headers, flight.pilot.pilot.headers])
      const mayBeSeen =
        (reference === flight.link && flight.visibility !== 'private') ||
        (reference === flight.id && flight.visibility === 'public')
      const response = await server.fetch(`/api/v1/shared/${reference}`, { headers })
      const text = await response.text()
      if (!mayBeSeen) {
        assert.equal(response.status, 404, `round ${round}: ${text.slice(0, 200)}`)
        counts.refused++
        continue
      }
      if (response.status === 404) {
        const { hidden } = await flight.pilot.pilot.readSharing(flight.id)
        assert.equal(hidden, 'all', `round ${round}`)
        counts.nothingLeft++
        continue
      }
      assert.equal(response.status, 200, `round ${round}: ${text.slice(0, 200)}`)
      counts.seen++
      if (text.includes('"isCut":true')) counts.cut++
      await requireNothingHidden(flight, reference, text)
    }
    context.diagnostic(JSON.stringify(counts))
    assert.ok(counts.refused > 0 && counts.seen > 0)
  })
})
