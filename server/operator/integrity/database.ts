// The database by itself: its structure as the engine sees it, then stored sums against a recount. Run by
// the command in its process, and every week in a thread: reading an embedded database waits for nothing.
import { openSession } from '#server/archive/tables/open-session.ts'
import type { Place, Session } from '#server/archive/tables/session.ts'
import { wrongUses } from '#server/flights/record/derived/file-uses.ts'
import {
  type Derivation,
  derivations,
  recount,
  type WrongValue,
} from '#server/flights/record/derived/recount.ts'
import type { Config } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { DatabaseDamagedError } from '#server/platform/database/database.ts'
import { isDamage as isPostgresDamage } from '#server/platform/database/postgres/faults.ts'
import { isDamage } from '#server/platform/database/sqlite/connection.ts'
import { countOf, type Examined, type IntegrityFinding, takeExamples } from './finding.ts'
import { examinePostgres } from './postgres-structure.ts'
import { examineSqlite } from './sqlite-structure.ts'

export interface DatabaseTask {
  place: Place
  config: Parameters<typeof openDatabase>[0]
  /** The advice for a database that is damaged. */
  restore: string
  mendCommand: string
}

/** The part of the configuration that a thread can be given. */
export function toTask(config: Config, place: Place, restore: string, mendCommand: string): DatabaseTask {
  const { databaseUrl, dataDir, databaseLimits, sqlBatching } = config
  // Not from a replica: it is the primary that is checked.
  const own = { databaseUrl, dataDir, databaseLimits, sqlBatching, databaseReplicas: undefined }
  return { place, config: own, restore, mendCommand }
}

/** Throws when the database cannot be reached; damage is a finding. */
export async function examineDatabase(task: DatabaseTask): Promise<Examined> {
  const structure = await describingDamage(task, () => examineStructure(task))
  if (structure.findings.some(({ part }) => part === 'database'))
    return {
      findings: structure.findings,
      notes: [
        ...structure.notes,
        'Derived values and files were not checked: first the database must be whole.',
      ],
    }
  const derived = await describingDamage(task, () => examineDerived(task))
  return {
    findings: [...structure.findings, ...derived.findings],
    notes: [...structure.notes, ...derived.notes],
  }
}

function examineStructure({ place, restore }: DatabaseTask): Promise<Examined> {
  return inSession(place, (session) =>
    session.engine === 'sqlite' ? examineSqlite(session, restore) : examinePostgres(session, restore),
  )
}

/** Where the engine stops at a damaged page, that is the finding. */
async function describingDamage({ restore }: DatabaseTask, work: () => Promise<Examined>): Promise<Examined> {
  try {
    return await work()
  } catch (error) {
    const isDamaged = error instanceof DatabaseDamagedError || isDamage(error) || isPostgresDamage(error)
    if (!isDamaged) throw error
    const sentence = 'The database is damaged, and cannot be read to its end.'
    const examples = [(error as Error).message]
    return { findings: [{ part: 'database', sentence, remedy: restore, examples }], notes: [] }
  }
}

async function inSession<Result>(place: Place, work: (session: Session) => Promise<Result>): Promise<Result> {
  const session = await openSession(place)
  try {
    return await work(session)
  } finally {
    await session.close()
  }
}

async function examineDerived({ place, config, mendCommand }: DatabaseTask): Promise<Examined> {
  const db = await openDatabase(config)
  try {
    const wrong = await recount({ db })
    const uses = await inSession(place, (session) => session.run(wrongUses))
    const findings = [
      ...[...wrong].map(([derivation, values]) => describeWrong(derivation, values, mendCommand)),
      ...(uses.length > 0
        ? [
            describeUses(
              uses.map(([hash]) => String(hash)),
              mendCommand,
            ),
          ]
        : []),
    ]
    const note = `${derivations.length + 1} kinds of derived values agree with a recount.`
    return { findings, notes: findings.length > 0 ? [] : [note] }
  } finally {
    await db.close()
  }
}

function describeWrong(
  { name, mend, remedy }: Derivation,
  values: readonly WrongValue[],
  mendCommand: string,
): IntegrityFinding {
  return {
    part: 'derived',
    sentence: `Wrong after a recount: ${values.length} ${name}.`,
    remedy: mend ? `\`${mendCommand}\` counts them again.` : (remedy ?? ''),
    examples: takeExamples(values.map(({ ownerId, key }) => `user ${ownerId}: ${key}`)),
  }
}

function describeUses(hashes: readonly string[], mendCommand: string): IntegrityFinding {
  return {
    part: 'derived',
    sentence: `Wrong after a recount: how many flights and photos have ${countOf(hashes.length, 'file', 'files')} outside the database. One that seems unused is removed after a day.`,
    remedy: `At once: \`${mendCommand}\` counts them again.`,
    examples: takeExamples(hashes),
  }
}
