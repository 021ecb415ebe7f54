// Pictures as cameras make them, and what a pilot does with them.
import assert from 'node:assert/strict'
import sharp from 'sharp'
import type { AddedPhoto, Photo } from '#contract/logbook/photo.ts'
import type { Pilot } from '../flights.ts'
import type { TestServer } from '../server.ts'

/** 46° 41' 7", as three fractions. */
const LATITUDE = '46/1 41/1 7/1'
const latitudeBytes = Buffer.from(Uint32Array.of(46, 1, 41, 1, 7, 1).buffer)

/** Written by a camera besides the pixels; none of it may be found in anything that the service sends. */
export const SECRETS: readonly (string | Buffer)[] = [
  'SecretCam',
  'Where-I-Live',
  '2026:05:17',
  latitudeBytes,
  'Exif',
  'ICC_PROFILE',
  'http://ns.adobe.com',
]

/** Each seed has a different colour. */
export function makePicture(seed: number, { width = 64, height = 48 } = {}) {
  const background = { r: (seed * 53) % 256, g: (seed * 97) % 256, b: (seed * 193) % 256 }
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  const texture = sharp({ create: { width, height, channels: 3, background: '#888', noise } })
  return texture.tint(background)
}

/** Lies on its side, as phones write them, with place, time, camera and owner. */
export function takePhoto(seed: number, size?: { width: number; height: number }): Promise<Buffer> {
  return makePicture(seed, size)
    .withExif({
      IFD0: { Make: 'SecretCam', Artist: 'Where-I-Live', Orientation: '6' },
      IFD2: { DateTimeOriginal: '2026:05:17 12:00:00' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: LATITUDE,
        GPSLongitudeRef: 'E',
        GPSLongitude: '8/1 5/1 0/1',
      },
    })
    .withXmp(
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><place xmlns="http://ns.adobe.com/">Where-I-Live</place></x:xmpmeta>',
    )
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

export interface Exposure {
  /** The camera's clock, in seconds as if it were UTC, and the zone that it names. */
  clock?: number
  zone?: string
  /** The receiver's clock: UTC. */
  gpsClock?: number
  place?: { lat: number; lng: number }
}

/** When and where the camera says it was taken. */
export function photograph(seed: number, { clock, zone, gpsClock, place }: Exposure): Promise<Buffer> {
  const write = (seconds: number) =>
    new Date(seconds * 1000).toISOString().slice(0, 19).replaceAll('-', ':').split('T')
  const degrees = (value: number) => `${Math.round(Math.abs(value) * 1e6)}/1000000 0/1 0/1`
  const [gpsDate, gpsTime] = gpsClock === undefined ? [] : write(gpsClock)
  const picture = makePicture(seed).withExif({
    IFD0: { Make: 'SecretCam' },
    IFD2: {
      ...(clock !== undefined && { DateTimeOriginal: write(clock).join(' ') }),
      ...(zone !== undefined && { OffsetTimeOriginal: zone }),
    },
    IFD3: {
      ...(place && {
        GPSLatitudeRef: place.lat < 0 ? 'S' : 'N',
        GPSLatitude: degrees(place.lat),
        GPSLongitudeRef: place.lng < 0 ? 'W' : 'E',
        GPSLongitude: degrees(place.lng),
      }),
      ...(gpsDate !== undefined && {
        GPSDateStamp: gpsDate,
        GPSTimeStamp: (gpsTime ?? '')
          .split(':')
          .map((part) => `${Number(part)}/1`)
          .join(' '),
      }),
    },
  })
  return picture.jpeg().toBuffer()
}

export function sendPhoto(
  server: Pick<TestServer, 'fetch'>,
  { headers }: Pick<Pilot, 'headers'>,
  flightId: string,
  bytes: Uint8Array | string,
  options: { headers?: Record<string, string>; query?: string } = {},
): Promise<Response> {
  return server.fetch(`/api/v1/flights/${flightId}/photos${options.query ?? ''}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'image/jpeg', ...options.headers },
    body: bytes as BodyInit,
  })
}

export async function addPhoto(
  server: Pick<TestServer, 'fetch'>,
  pilot: Pick<Pilot, 'headers'>,
  flightId: string,
  bytes: Uint8Array,
  options: { headers?: Record<string, string>; query?: string } = {},
): Promise<AddedPhoto> {
  const response = await sendPhoto(server, pilot, flightId, bytes, options)
  const text = await response.text()
  assert.equal(response.status, 201, text)
  return (JSON.parse(text) as { data: AddedPhoto }).data
}

export async function listPhotos(
  server: Pick<TestServer, 'fetch'>,
  { headers }: Pick<Pilot, 'headers'>,
  flightId: string,
): Promise<Photo[]> {
  const response = await server.fetch(`/api/v1/flights/${flightId}/photos`, { headers })
  assert.equal(response.status, 200)
  return ((await response.json()) as { data: Photo[] }).data
}

export async function readPhoto(
  server: Pick<TestServer, 'fetch'>,
  { headers }: Pick<Pilot, 'headers'>,
  flightId: string,
  photoId: string,
  size = 'large',
): Promise<Buffer> {
  const path = `/api/v1/flights/${flightId}/photos/${photoId}?size=${size}`
  const response = await server.fetch(path, { headers })
  assert.equal(response.status, 200, await response.clone().text())
  return Buffer.from(await response.arrayBuffer())
}
