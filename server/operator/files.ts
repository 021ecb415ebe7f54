// `files check` and `files heal`: whether the file of every flight and photo is whole, and a copy for one that is not.
import { findArchive } from '#server/archive/folder.ts'
import { readArchive } from '#server/archive/read-archive.ts'
import { checkFiles, type CheckReport } from '#server/flights/files/check-files.ts'
import { findDamaged, healFile } from '#server/flights/files/heal-files.ts'
import { type FileTable, fileTables } from '#server/flights/files/tables.ts'
import type { FileProblem } from '#server/platform/files/file-store.ts'
import { CommandFailure, findOption, type Options } from '#server/platform/options.ts'
import type { Services } from '#server/platform/services.ts'
import { findFilesIn } from './find-files.ts'

const PER_SECOND = 50
const MAX_PER_SECOND = 10_000

export async function checkAllFiles(services: Services, options: Options): Promise<CheckReport> {
  const report = await checkFiles(services, {
    perSecond: readPace(findOption(options, 'per-second')),
    afterId: findOption(options, 'after'),
    onFound: ({ flightId, photoId, hash, problem }) =>
      process.stderr.write(
        `The file of the ${photoId === undefined ? `flight ${flightId}` : `photo ${photoId}`} is ${problem}: ${hash}\n`,
      ),
    onBatch: ({ checked, damaged, lastId }) =>
      process.stderr.write(
        `Checked: ${checked}; damaged: ${damaged.length}; --after ${lastId} goes on here\n`,
      ),
  })
  if (report.damaged.length === 0) return report
  throw new CommandFailure(
    `${count(report.damaged)} corrupt or lost. "files heal FILE" takes them from a backup that has them.`,
    report,
  )
}

function readPace(text: string | undefined): number {
  const pace = text === undefined ? PER_SECOND : Number(text)
  if (Number.isInteger(pace) && pace >= 1 && pace <= MAX_PER_SECOND) return pace
  throw new Error(`--per-second must be a whole number from 1 to ${MAX_PER_SECOND}.`)
}

/** Heals files that `files check`, or a pilot who wanted one, has found. */
export async function healFiles(
  services: Services,
  _options: Options,
  [archive]: readonly string[],
): Promise<object> {
  if (archive === undefined) throw new Error('Usage: files heal FILE, where FILE is a backup')
  // Before anything is done: a backup that is damaged itself heals nothing.
  await readArchive(findArchive(archive))
  const damaged: Damaged[] = []
  for (const table of fileTables)
    for (const file of await findDamaged(services, table)) damaged.push({ table, ...file })
  const healed = await healFrom(services, archive, damaged)
  const report = {
    healed: damaged.filter((file) => healed.has(file)).map(describe),
    damaged: damaged.filter((file) => !healed.has(file)).map(describe),
  }
  if (report.damaged.length === 0) return report
  throw new CommandFailure(
    `${count(report.damaged)} still corrupt or lost: the backup has none of them whole.`,
    report,
  )
}

interface Damaged {
  table: FileTable
  key: string
  hash: string
  problem: FileProblem
}

const describe = ({ table, key, hash, problem }: Damaged) => ({ [`${table.of}Id`]: key, hash, problem })

async function healFrom(
  services: Services,
  archive: string,
  damaged: readonly Damaged[],
): Promise<Set<Damaged>> {
  const healed = new Set<Damaged>()
  const wanted = new Set(damaged.map(({ hash }) => hash))
  if (wanted.size === 0) return healed
  await findFilesIn(archive, wanted, async (hash, compressed) => {
    for (const file of damaged.filter((each) => each.hash === hash))
      if (!healed.has(file) && (await healFile(services, file.table, file.key, compressed))) healed.add(file)
  })
  return healed
}

const count = ({ length }: readonly unknown[]) => (length === 1 ? '1 file is' : `${length} files are`)
