// Room on the disks of the folders that the service writes to.
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'
import { readFreeBytes } from '../files/disk.ts'
import { act, type Check, type Finding, look, well, worstOf } from './check.ts'

const MB = 1e6
// As the alert has it.
const LOOK_AT_BYTES = 1000 * MB
const ACT_AT_BYTES = 200 * MB
const REMEDY = 'Make room on that disk, or give it a larger one.'

/** Not needed: a database on a full disk is not ready by itself, and so is a full store. */
export function checkDisk(config: Pick<Config, 'dataDir' | 'files' | 'backup'>): Check {
  const folders = [
    config.dataDir,
    ...config.files.places.filter((place) => place.startsWith('file:')).map((place) => fileURLToPath(place)),
    ...(config.backup.folder === undefined ? [] : [config.backup.folder]),
  ]
  return {
    name: 'disk',
    find: async () => {
      const findings = await Promise.all([...new Set(folders)].map(checkFolder))
      const state = worstOf(findings)
      return findings.find((finding) => finding.state === state) ?? well('No folder is written to.')
    },
  }
}

async function checkFolder(folder: string): Promise<Finding> {
  const free = await readFreeBytes(await findExisting(folder))
  const room = `${Math.floor(free / MB)} MB are free on the disk of ${folder}.`
  if (free < ACT_AT_BYTES) return act('A disk is almost full.', REMEDY, room)
  if (free < LOOK_AT_BYTES) return look('A disk has less than 1 GB left.', REMEDY, room)
  return well('The disks have room.', room)
}

/** A folder that is still to be made will be on the disk of the one above. */
async function findExisting(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  )
  return isThere || dirname(folder) === folder ? folder : findExisting(dirname(folder))
}
