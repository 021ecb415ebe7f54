// CI runs only actions named by their commit: a tag can be moved.

export function findWorkflowProblems(paths: readonly string[], read: (path: string) => string): string[] {
  return paths
    .filter((path) => /^\.github\/workflows\/.*\.ya?ml$/.test(path))
    .flatMap((path) =>
      Array.from(read(path).matchAll(/\buses: *(\S+)(.*)/g))
        .filter(([, action = '', rest = '']) => !/@[0-9a-f]{40}$/.test(action) || !/^ # v\d/.test(rest))
        .map(([, action]) => `${path}: ${action} must be named by its commit, with the version as a comment`),
    )
}
