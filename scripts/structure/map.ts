// The map in the README against the folders on disk: neither names a folder that the other lacks.
//
// How the map is read: the first `name/` of a line is in the folder that the line's indent says; further ones on
// the line stand inside that first folder, or next to it.
const NAME = /(?<![\w/.-])([a-z][\w-]*)\/(?![\w-])/g

export function findMapProblems(readme: string, paths: readonly string[]): string[] {
  const map = /## The map\s+```\n(.*?)```/s.exec(readme)?.[1]
  if (map === undefined) return ['README.md has no map: a code block under "## The map"']
  const folders = listFolders(paths)
  const named = new Set<string>()
  const problems: string[] = []
  let top = ''
  for (const line of map.split('\n')) {
    const isIndented = line.startsWith(' ')
    let first: string | undefined
    for (const [, name = ''] of line.matchAll(NAME)) {
      const beside = isIndented ? `${top}/${name}` : name
      const inside = `${first}/${name}`
      const folder = first !== undefined && folders.has(inside) ? inside : beside
      if (folders.has(folder)) named.add(folder)
      else problems.push(`README.md: the map names ${name}/ in "${line.trim()}", which is not there`)
      first ??= folder
    }
    if (!isIndented && first !== undefined) top = first
  }
  const missing = [...folders].filter((folder) => isOnMap(folder) && !named.has(folder))
  return [...problems, ...missing.map((folder) => `README.md: the map does not name ${folder}/`)]
}

function listFolders(paths: readonly string[]): Set<string> {
  const folders = new Set<string>()
  for (const path of paths) {
    const parts = path.split('/').slice(0, -1)
    for (let depth = 1; depth <= parts.length; depth++) folders.add(parts.slice(0, depth).join('/'))
  }
  return folders
}

/** The map goes down to the rooms: two folders deep, three in server/. Folders with a dot are for tools. */
function isOnMap(folder: string): boolean {
  const depth = folder.split('/').length
  return !folder.startsWith('.') && depth <= (folder.startsWith('server/') ? 3 : 2)
}
