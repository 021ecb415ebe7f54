// The structure that a reader relies on: imports run one way, no file or folder outgrows its reader, the map in the
// README is the tree on disk, every link leads somewhere, every sentence of the contract has its test, the SDK has the
// contract's types, statements name their columns, migrations leave the database usable, no deadline can be lost, every
// folder is type-checked, and CI runs only what is named by its commit.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { printTypes } from './sdk/types.ts'
import { findColumnProblems } from './structure/columns.ts'
import { findImportProblems } from './structure/imports.ts'
import { findLinkProblems } from './structure/links.ts'
import { findMapProblems } from './structure/map.ts'
import { findMigrationProblems } from './structure/migrations.ts'
import { findSentenceProblems, SENTENCES_PATH } from './structure/sentences.ts'
import { findSignalProblems } from './structure/signals.ts'
import { findSizeProblems } from './structure/sizes.ts'
import { findUntypedProblems } from './structure/typed.ts'
import { findWorkflowProblems } from './structure/workflows.ts'

const root = join(import.meta.dirname, '..')
/** What the tools make; nobody reads it. */
const made = new Set([
  'web/dist',
  'server/dist',
  'server/map/dist',
  'sdk/dist',
  'cli/dist',
  'dist',
  'data',
  'bench/results',
  'test/results',
  '.git',
])

const paths = globSync(['**/*', '.*', '.github/**/*'], {
  cwd: root,
  withFileTypes: true,
  exclude: (entry) => entry.name === 'node_modules' || made.has(relative(entry)),
})
  .filter((entry) => entry.isFile())
  .map(relative)
  .sort()

function relative(entry: { parentPath: string; name: string }): string {
  return join(entry.parentPath, entry.name).slice(root.length + 1)
}

function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

const problems = [
  ...findImportProblems(root),
  ...findSizeProblems(root, paths),
  ...findMapProblems(readText('README.md'), paths),
  ...findLinkProblems(paths, readText),
  ...findColumnProblems(paths, readText),
  ...findSignalProblems(paths, readText),
  ...findMigrationProblems(paths, readText),
  ...findWorkflowProblems(paths, readText),
  ...findUntypedProblems(readText('tsconfig.json'), paths),
  ...findSentenceProblems(readText(SENTENCES_PATH), (path) =>
    paths.includes(path) ? readText(path) : undefined,
  ),
]
for (const [name, text] of printTypes()) {
  if (readText(`sdk/types/${name}`) === text) continue
  problems.push(`sdk/types/${name} is not what the contract says: run npm run sdk:types`)
}
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
