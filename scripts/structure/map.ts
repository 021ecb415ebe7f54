// The maps, of folders in CONTRIBUTING.md and of their rooms, against the folders on disk.
//
// How the map is read: the first `name/` of a line is in the folder that the line's indent says; further ones on
// the line stand inside that first folder, or next to it.
const NAME = /(?<![\w/.-])([a-z][\w-]*)\/(?![\w-])/g

interface MapPage {
  path: string
  isOnMap: (folder: string) => boolean
}

const MAX_ROW = 120
const depthOf = (folder: string) => folder.split('/').length

/** Folders with a dot are for tools. */
export const maps: readonly MapPage[] = [
  { path: 'CONTRIBUTING.md', isOnMap: (folder) => depthOf(folder) === 1 },
  // Down to the rooms: two folders deep, three in server/.
  {
    path: 'docs/develop/map.md',
    isOnMap: (folder) => depthOf(folder) <= (folder.startsWith('server/') ? 3 : 2),
  },
]

export function findMapProblems(page: MapPage, text: string, paths: readonly string[]): string[] {
  const map = /## The map\s+```\n(.*?)```/s.exec(text)?.[1]
  if (map === undefined) return [`${page.path} has no map: a code block under "## The map"`]
  const folders = listFolders(paths)
  const named = new Set<string>()
  const problems: string[] = []
  let top = ''
  for (const line of map.split('\n')) {
    if (line.length > MAX_ROW) problems.push(`a row of the map is longer than ${MAX_ROW}: "${line.trim()}"`)
    const isIndented = line.startsWith(' ')
    let first: string | undefined
    for (const [, name = ''] of line.matchAll(NAME)) {
      const beside = isIndented ? `${top}/${name}` : name
      const inside = `${first}/${name}`
      const folder = first !== undefined && folders.has(inside) ? inside : beside
      if (folders.has(folder)) named.add(folder)
      else problems.push(`the map names ${name}/ in "${line.trim()}", which is not there`)
      first ??= folder
    }
    if (!isIndented && first !== undefined) top = first
  }
  for (const folder of folders) {
    const isMissing = !folder.startsWith('.') && page.isOnMap(folder) && !named.has(folder)
    if (isMissing) problems.push(`the map does not name ${folder}/`)
  }
  return problems.map((problem) => `${page.path}: ${problem}`)
}

function listFolders(paths: readonly string[]): Set<string> {
  const folders = new Set<string>()
  for (const path of paths) {
    const parts = path.split('/').slice(0, -1)
    for (let depth = 1; depth <= parts.length; depth++) folders.add(parts.slice(0, depth).join('/'))
  }
  return folders
}
