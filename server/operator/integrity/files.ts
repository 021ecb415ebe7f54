// The files of flights and photos against their hashes: all of them, or so many after those of the last check.
import { checkFiles, type CheckReport, type FoundDamage } from '#server/flights/files/check-files.ts'
import { commandLines } from '#server/platform/config.ts'
import type { Services } from '#server/platform/services.ts'
import { countOf, type Examined, type IntegrityFinding, takeExamples } from './finding.ts'

export interface FilesRead {
  read: number
  missing: number
  wrong: number
  /** The flight with which the next check begins after; empty: at the beginning. */
  lastId: string
}

interface FilesOptions {
  perSecond: number
  max?: number | undefined
  afterId?: string | undefined
  mayGoOn?: ((report: CheckReport) => Promise<boolean>) | undefined
}

export async function examineFiles(
  services: Pick<Services, 'db' | 'files' | 'now'>,
  { perSecond, max, afterId = '', mayGoOn }: FilesOptions,
): Promise<Examined & { files: FilesRead }> {
  const first = await checkFiles(services, { perSecond, max, afterId, mayGoOn })
  const left = (max ?? 0) - first.checked
  // From the beginning once it has come to the end.
  const rest =
    afterId !== '' && left > 0 && (!mayGoOn || (await mayGoOn(first)))
      ? await checkFiles(services, { perSecond, max: left, mayGoOn })
      : undefined
  const damaged = [...first.damaged, ...(rest?.damaged ?? [])]
  const read = first.checked + (rest?.checked ?? 0)
  const files = {
    read,
    missing: damaged.filter(({ problem }) => problem === 'lost').length,
    wrong: damaged.filter(({ problem }) => problem === 'corrupt').length,
    lastId: max !== undefined && read >= max ? (rest ?? first).lastId : '',
  }
  const notes = [
    `${countOf(read, 'file was', 'files were')} read: ${files.missing} missing, ${files.wrong} wrong.`,
  ]
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
