// The release stands in package.json alone: its version 1.0.0-alpha.28 is shown as alpha.28.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const manifest = join(import.meta.dirname, '../../package.json')
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }

export const releaseLabel = version.split('-')[1] ?? version
