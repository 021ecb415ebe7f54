import { fileURLToPath } from 'node:url'
import { type Config, ConfigError } from '../config.ts'
import { createFiles, type Files, type FileStore } from './file-store.ts'
import { openFolderStore } from './folder-store.ts'
import { openS3Store } from './s3-store.ts'

export function openFiles(config: Pick<Config, 'files'>): Files {
  return createFiles(config.files.places.map((place) => openPlace(config, place)))
}

function openPlace({ files }: Pick<Config, 'files'>, place: string): FileStore | 'database' {
  if (place === 'database') return place
  if (place.startsWith('file:')) return openFolderStore(fileURLToPath(place))
  const { accessKeyId, secretAccessKey } = files
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new ConfigError(
      'FILES_URL names an S3 bucket: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY too.',
    )
  return openS3Store(place, { accessKeyId, secretAccessKey })
}
