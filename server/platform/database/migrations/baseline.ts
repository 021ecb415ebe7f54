// The first migration is the whole schema of release 1.1.0. A database of that release has it already, made by the migrations
// of its time, which are gone: their names are replaced by the one of the first.
import { type Migration, MigrationError } from './files.ts'

const OLD_NAME = /^0(?:0[0-9]{2}|1[0-9]{2}|2[0-9]{2})-(?!release-)/
/** Its commit, too: programs of several commits called themselves 1.1.0. */
export const FIRST_RELEASE = 'release 1.1.0 (commit 855e2359)'
/** The migrations of release 1.1.0. */
const OLD_NAMES = 84

const tooOld = () =>
  new MigrationError(
    `This database is older than ${FIRST_RELEASE}. Start ${FIRST_RELEASE} on it once, wait until it is ready, stop it, and start this release again.`,
  )

/** The names as this program knows them. Throws for a database, or an archive of one, from before release 1.1.0. */
export function adoptNames(known: readonly Pick<Migration, 'name'>[], applied: readonly string[]): string[] {
  const [first] = known
  if (!first?.name.includes('-release-') || applied.includes(first.name)) return [...applied]
  const old = applied.filter((name) => OLD_NAME.test(name))
  if (old.length === 0) return [...applied]
  if (old.length < OLD_NAMES) throw tooOld()
  return [first.name, ...applied.filter((name) => !old.includes(name))]
}
