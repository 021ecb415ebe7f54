// `files check` and `files heal`: whether every flight's file is whole, and a copy for one that is not.
import { readArchive } from '#server/archive/read-archive.ts'
import { checkFiles, type CheckReport } from '#server/flights/files/check-files.ts'
import type { DamagedFile } from '#server/flights/files/damage-store.ts'
import { findDamaged, healFile } from '#server/flights/files/heal-files.ts'
import { CommandFailure, findOption, type Options } from '#server/platform/options.ts'
import type { Services } from '#server/platform/services.ts'
import { findFilesIn } from './find-files.ts'

const PER_SECOND = 50
const MAX_PER_SECOND = 10_000

export async function checkAllFiles(services: Services, options: Options): Promise<CheckReport> {
  const report = await checkFiles(services, {
    perSecond: readPace(findOption(options, 'per-second')),
    afterId: findOption(options, 'after'),
    onFound: ({ flightId, hash, problem }) =>
      process.stderr.write(`The file of the flight ${flightId} is ${problem}: ${hash}\n`),
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

/** Of the files that `files check`, or a pilot who wanted one, has found. */
export async function healFiles(
  services: Services,
  _options: Options,
  [archive]: readonly string[],
): Promise<object> {
  if (archive === undefined) throw new Error('Usage: files heal FILE, where FILE is a backup')
  // Before anything is done: a backup that is damaged itself heals nothing.
  await readArchive(archive)
  const damaged = await findDamaged(services)
  const healed = await healFrom(services, archive, damaged)
  const report = {
    healed: damaged.filter(({ flightId }) => healed.has(flightId)),
    damaged: damaged.filter(({ flightId }) => !healed.has(flightId)),
  }
  if (report.damaged.length === 0) return report
  throw new CommandFailure(
    `${count(report.damaged)} still corrupt or lost: the backup has none of them whole.`,
    report,
  )
}

async function healFrom(
  services: Services,
  archive: string,
  damaged: readonly DamagedFile[],
): Promise<Set<string>> {
  const healed = new Set<string>()
  const wanted = new Set(damaged.map(({ hash }) => hash))
  if (wanted.size === 0) return healed
  await findFilesIn(archive, wanted, async (hash, compressed) => {
    for (const { flightId } of damaged.filter((file) => file.hash === hash))
      if (!healed.has(flightId) && (await healFile(services, flightId, compressed))) healed.add(flightId)
  })
  return healed
}

const count = ({ length }: readonly unknown[]) => (length === 1 ? '1 file is' : `${length} files are`)
