// The version of this program: the number of its release, in package.json and nowhere else.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const manifest = join(import.meta.dirname, '../../../package.json')
export const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
