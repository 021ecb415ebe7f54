// The files of flights and photos against their hashes.
import { checkFiles, type CheckOptions, type FoundDamage } from '#server/flights/files/check-files.ts'
import { commandLines } from '#server/platform/config.ts'
import type { Services } from '#server/platform/services.ts'
import { countOf, type Examined, type IntegrityFinding, takeExamples } from './finding.ts'

export interface FilesRead {
  read: number
  missing: number
  wrong: number
}

export async function examineFiles(
  services: Pick<Services, 'db' | 'files' | 'now'>,
  options: CheckOptions,
): Promise<Examined & { files: FilesRead }> {
  const { checked: read, damaged } = await checkFiles(services, options)
  const missing = damaged.filter(({ problem }) => problem === 'lost').length
  const files = { read, missing, wrong: damaged.length - missing }
  const notes = [`${countOf(read, 'file was', 'files were')} read: ${missing} missing, ${files.wrong} wrong.`]
  return { files, notes, findings: damaged.length === 0 ? [] : [describe(damaged, files)] }
}

function describe(damaged: readonly FoundDamage[], { missing, wrong }: FilesRead): IntegrityFinding {
  return {
    part: 'files',
    sentence: `Files of flights are damaged: ${missing} missing, ${wrong} with another content than their hash says.`,
    remedy: `\`${commandLines.admin} files heal FILE\` takes them from a backup that has them: docs/operate/files.md.`,
    examples: takeExamples(
      damaged.map(
        ({ flightId, photoId, hash, problem }) =>
          `flight ${flightId}${photoId === undefined ? '' : `, photo ${photoId}`}: ${problem}, ${hash}`,
      ),
    ),
  }
}
