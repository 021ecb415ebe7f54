// Files and folders that have outgrown what one takes in at a glance.
import { readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'

export const MAX_LINES = 400
export const MAX_FILES = 20

const written = new Set(['.ts', '.tsx', '.mjs', '.js', '.css', '.html', '.sql', '.md', '.yml', '.py'])
/** Folders that only grow: the history of the schema, and pictures. */
const mayGrow = new Set(['server/migrations', 'docs/pictures', 'assets/pictures'])
/** A whole schema, a line per change: no reader goes through them from the first line to the last. */
const mayBeLong = new Set(['server/migrations/0001-release-1.1.0.sql', 'CHANGELOG.md'])

export function findSizeProblems(root: string, paths: readonly string[]): string[] {
  return [...findLongFiles(root, paths), ...findFullFolders(paths)]
}

function findLongFiles(root: string, paths: readonly string[]): string[] {
  return paths
    .filter((path) => written.has(extname(path)) && !mayBeLong.has(path))
    .map((path) => ({ path, lines: countLines(readFileSync(join(root, path), 'utf8')) }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ path, lines }) => `${path} has ${lines} lines; ${MAX_LINES} are the most`)
}

function countLines(text: string): number {
  return text.replace(/\n$/, '').split('\n').length
}

function findFullFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  return [...counts]
    .filter(([folder, count]) => count > MAX_FILES && !mayGrow.has(folder))
    .map(([folder, count]) => `${folder}/ has ${count} files side by side; ${MAX_FILES} are the most`)
}
