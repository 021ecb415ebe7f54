// A real bucket by S3 on loopback, with flights in it, and the source that watches it.
import type { NewDestination } from '#contract/forwards/destinations.ts'
import { s3 } from '#server/forwards/kinds/s3.ts'
import { s3Credentials, startBucket } from '../installation/s3-server.ts'
import { openDoor } from './door.ts'
import { placeAt, prepareFlight } from './flight.ts'

export async function startFilledBucket(context: Parameters<typeof startBucket>[0]) {
  const url = new URL((await startBucket(context)).url).searchParams.get('endpoint')!
  const settings = { bucket: 'flights', region: 'eu-central-1', url, folder: 'my flights' }
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = s3Credentials
  const credential = { accessKeyId, secretAccessKey }
  const put = async (seed: number, fileName: string, bytes?: Uint8Array) => {
    const flight = prepareFlight(seed, { fileName })
    await s3.send(openDoor(), placeAt(settings, credential), { ...flight, bytes: bytes ?? flight.bytes })
  }
  return {
    put,
    source: { kind: 's3', settings, credential, isSource: true } satisfies Partial<NewDestination>,
  }
}
