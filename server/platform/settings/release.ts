// The release label is the pre-release part of the version in package.json, and is nowhere else.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const manifest = join(import.meta.dirname, '../../../package.json')
export const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }

export const releaseLabel = version.split('-')[1] ?? version
