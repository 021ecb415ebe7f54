// Every folder with TypeScript is type-checked: one that tsconfig.json does not list is, as far as others import it, but its
// tests are not.
export function findUntypedProblems(tsconfig: string, paths: readonly string[]): string[] {
  const { include } = JSON.parse(tsconfig) as { include: string[] }
  const folders = paths.flatMap((path) => /^([^/]+)\/.*\.tsx?$/.exec(path)?.[1] ?? [])
  const missing = [...new Set(folders)].filter(
    (folder) => !folder.startsWith('.') && !include.includes(folder),
  )
  return missing.map((folder) => `tsconfig.json does not include ${folder}/, which has TypeScript`)
}
