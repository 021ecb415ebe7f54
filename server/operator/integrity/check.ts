// `admin check`: whether the data is what was stored. It exits 0 when all is well, 1 with findings, 2 when it could not look.
import type { Place } from '#server/archive/tables/session.ts'
import { commandLines, type Config } from '#server/platform/config.ts'
import { DatabaseDamagedError } from '#server/platform/database/database.ts'
import { CommandFailure, CouldNotRun, type Options, TextReport } from '#server/platform/options.ts'
import type { Services } from '#server/platform/services.ts'
import { adviseRestore } from './advice.ts'
import { examineDatabase } from './database.ts'
import { examineFiles, type FilesRead } from './files.ts'
import { countOf, type Examined, type IntegrityFinding } from './finding.ts'
import { noteCheck } from './store.ts'

/** A command has its process for itself, and SQLite's readers hold up no writer. */
const FILES_PER_SECOND = 500

/** How the check gets at the installation, which may be what is damaged. */
export interface Subject {
  config: Config
  place: Place
  countPending(): Promise<number>
  open(): Promise<Services & { close(): Promise<void> }>
}

export interface DataReport {
  isWell: boolean
  checkedAt: string
  files: FilesRead | null
  findings: readonly IntegrityFinding[]
  notes: readonly string[]
}

export async function checkData(subject: Subject, options: Options): Promise<object> {
  await requireReadable(subject)
  const report = await examine(subject)
  const shown = options.has('json') ? report : new TextReport(writeText(report))
  if (report.isWell) return shown
  throw new CommandFailure(`The check has ${countOf(report.findings.length, 'finding', 'findings')}.`, shown)
}

/** A database that is damaged is for the check to describe. */
async function requireReadable(subject: Subject): Promise<void> {
  const pending = await subject.countPending().catch((error: unknown) => {
    if (error instanceof DatabaseDamagedError) return 0
    throw couldNotRun(error)
  })
  if (pending > 0)
    throw new CouldNotRun(
      `${countOf(pending, 'migration is', 'migrations are')} pending, and the check knows the tables of this release: run \`${commandLines.admin} migrate\` first.`,
    )
}

const couldNotRun = (error: unknown) =>
  new CouldNotRun(`The check could not run: ${(error as Error).message}`, { cause: error })

async function examine(subject: Subject): Promise<DataReport> {
  const fail = (error: unknown) => {
    throw couldNotRun(error)
  }
  const { config, place } = subject
  const database = await examineDatabase({ place, restore: adviseRestore(config) }).catch(fail)
  if (isDamaged(database)) return report(Date.now(), database)
  const services = await subject.open().catch(fail)
  try {
    const read = await examineFiles(services, { perSecond: FILES_PER_SECOND }).catch(fail)
    const findings = [...database.findings, ...read.findings]
    const at = services.now()
    await noteCheck(services.db.sql, { at, findings })
    return report(at, { findings, notes: [...database.notes, ...read.notes] }, read.files)
  } finally {
    await services.close()
  }
}

export const isDamaged = ({ findings }: Examined): boolean => findings.some(({ part }) => part === 'database')

function report(at: number, { findings, notes }: Examined, files: FilesRead | null = null): DataReport {
  return { isWell: findings.length === 0, checkedAt: new Date(at).toISOString(), files, findings, notes }
}

function writeText({ isWell, findings, notes }: DataReport): string {
  const found = findings.map(({ sentence, remedy, examples }) =>
    [sentence, ...examples.map((example) => `  - ${example}`), `  ${remedy}`].join('\n'),
  )
  return [isWell ? 'All well.' : 'Act now.', ...found, ...notes].join('\n\n')
}
