import { fileURLToPath } from 'node:url'
import type { AwsEnvironment } from '../settings/aws.ts'
import { ConfigError } from '../settings/setting-types.ts'
import { createFiles, type Files, type FileStore } from './file-store.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { openFolderStore } from './folder-store.ts'
import { createKeys, type FindKeys } from './s3-credentials.ts'
import { openS3Store } from './s3-store.ts'

interface Places {
  readonly places: readonly string[]
  readonly aws: AwsEnvironment
}

/** Throws a sentence for the operator when a bucket is named without its keys. */
export async function openFiles({ files }: { files: Places }, metrics?: Metrics): Promise<Files> {
  const hasBucket = files.places.some((place) => place.startsWith('s3:'))
  const findKeys = hasBucket ? await requireKeys(files) : undefined
  const places = files.places.map((place) => openPlace(place, findKeys))
  return createFiles(places, metrics && countFailedWrites(metrics, places))
}

function countFailedWrites(metrics: Metrics, places: readonly (FileStore | 'database')[]) {
  const failures = metrics.counter('file_write_failures_total', 'Files that a store did not take, by store', [
    'store',
  ])
  // From the start: an increase from nothing is no increase for Prometheus.
  for (const place of places) if (place !== 'database') failures.inc({ store: place.location }, 0)
  return (store: string) => failures.inc({ store })
}

function openPlace(place: string, findKeys: FindKeys | undefined): FileStore | 'database' {
  if (place === 'database') return place
  return findKeys && place.startsWith('s3:')
    ? openS3Store(place, findKeys)
    : openFolderStore(fileURLToPath(place))
}

async function requireKeys({ aws }: Places): Promise<FindKeys> {
  if ((aws.AWS_ACCESS_KEY_ID === undefined) !== (aws.AWS_SECRET_ACCESS_KEY === undefined))
    throw new ConfigError('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY belong together: set both or neither.')
  try {
    const findKeys = createKeys(aws)
    await findKeys()
    return findKeys
  } catch (error) {
    throw new ConfigError(
      `FILES_URL names an S3 bucket, and there are no keys for it: ${(error as Error).message} ` +
        'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, or give the machine or the container a role.',
    )
  }
}
