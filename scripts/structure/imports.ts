// Imports run one way: between folders as the table says, which is the architecture; inside a folder without a circle.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const features = ['accounts', 'keys', 'oauth', 'flights', 'webhooks', 'forwards', 'clubs', 'rankings'].map(
  (name) => `server/${name}`,
)
const belowFeatures = [
  'server/access',
  'server/deliveries',
  'server/events',
  'server/platform',
  'language',
  'dashboard',
  'contract',
]

/** Pure: a server, a thread, a browser and a command line run them alike. */
const runsInBrowser = [
  'airspace',
  'analysis',
  'contract',
  'dashboard',
  'igc',
  'language',
  'privacy',
  'rankings',
  'scoring',
  'sdk',
]
/** But for what is in rooms named so. */
const NODE_ROOM = 'node'

/** The folders that each folder may import besides itself. */
const allowed: Record<string, string[]> = {
  contract: [],
  language: ['contract'],
  dashboard: ['language', 'contract'],
  igc: [],
  scoring: ['igc'],
  analysis: ['igc'],
  terrain: [],
  airspace: ['igc'],
  privacy: ['igc'],
  rankings: ['contract', 'igc'],
  'server/platform': ['language', 'contract'],
  // Every table, no matter who's it is, read from the schema: it needs to know no feature.
  'server/archive': ['server/platform', 'contract'],
  'server/events': ['server/platform', 'contract'],
  'server/deliveries': ['server/platform'],
  'server/access': ['server/platform', 'language', 'dashboard', 'contract'],
  'server/mcp': ['server/access', 'server/platform', 'language', 'contract'],
  'server/map': ['server/access', 'server/platform', 'language', 'dashboard', 'contract'],
  'server/terrain': ['server/access', 'server/platform', 'terrain'],
  'server/site': ['server/access', 'server/platform', 'language', 'contract'],
  ...Object.fromEntries(features.map((feature) => [feature, belowFeatures])),
  'server/flights': [...belowFeatures, 'server/terrain', 'igc', 'scoring', 'analysis', 'airspace', 'privacy'],
  'server/rankings': [...belowFeatures, 'rankings'],
  // The demo does what a pilot and a developer would do, so it is above the features.
  'server/demo': [...features, ...belowFeatures, 'igc'],
  // The operator's page does what the commands of all features do.
  'server/operator': [...features, 'server/archive', 'server/site', 'server/terrain', ...belowFeatures],
  server: [
    ...features,
    'server/operator',
    'server/archive',
    'server/map',
    'server/mcp',
    'server/terrain',
    'server/site',
    'server/demo',
    ...belowFeatures,
    'igc',
    'scoring',
  ],
  web: ['language', 'dashboard', 'contract', 'igc', 'scoring', 'analysis', 'assets'],
  // Types alone: the package is compiled without the contract.
  sdk: ['contract'],
  // The verifier scores files and ranks them as the server does.
  cli: ['sdk', 'contract', 'igc', 'scoring', 'rankings'],
  // The package that is made of them imports nothing.
  vectors: ['igc', 'scoring', 'contract'],
  // The kit for makers of instruments is above all: it starts the service and is an operator to it.
  conformance: [
    'cli',
    'sdk',
    'contract',
    'igc',
    'server',
    'server/accounts',
    'server/access',
    'server/platform',
  ],
}

function folderOf(path: string): string {
  const parts = path.split('/')
  if (parts[0] !== 'server') return parts[0] ?? ''
  return parts.length > 2 ? `server/${parts[1]}` : 'server'
}

/** Here files beside the rooms import some and are imported by others: the rooms alone are looked at. */
const mixed = new Set(['contract', 'server/access', 'server/accounts', 'server/keys', 'server/platform'])

/** The room inside its folder; a file beside the rooms is a room of its own. */
function roomOf(path: string): string | undefined {
  const folder = folderOf(path)
  const [room = '', ...rest] = path.slice(folder.length + 1).split('/')
  return rest.length === 0 && mixed.has(folder) ? undefined : `${folder}/${room}`
}

/** The rooms of a folder, and the files beside them, import each other in one direction. */
function findRoomCircle(imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const rooms = new Map<string, string[]>()
  for (const [path, targets] of imports) {
    const room = roomOf(path)
    if (room === undefined) continue
    const neighbours = targets
      .filter((target) => folderOf(target) === folderOf(path))
      .flatMap((target) => roomOf(target) ?? [])
    rooms.set(room, [...(rooms.get(room) ?? []), ...neighbours.filter((each) => each !== room)])
  }
  return findCircle(rooms)
}

function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? normalize(join(dirname(from), specifier)) : undefined
}

function importsOf(root: string, path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8')
  const matches = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^'"\n;]*?(?:from\s*)?['"]([^'"]+)['"]|\}\s*from\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g,
  )
  return [...matches].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
}

/** The first circle found, as the paths one meets on the way round. */
function findCircle(imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>()
  const visit = (path: string, way: string[]): string[] | undefined => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path]
    if (done.has(path)) return undefined
    done.add(path)
    for (const next of imports.get(path) ?? []) {
      const circle = visit(next, [...way, path])
      if (circle) return circle
    }
    return undefined
  }
  for (const path of imports.keys()) {
    const circle = visit(path, [])
    if (circle) return circle
  }
  return undefined
}

/** Imports that break the table above, and the first circle of files or rooms; one sentence each. */
export function findImportProblems(root: string): string[] {
  const imports = new Map<string, string[]>()
  const specifiers: { path: string; specifier: string }[] = []
  // Tests, benches and scripts may import all; a folder that the table lacks may import nothing.
  const files = globSync('*/**/*.{ts,tsx}', {
    cwd: root,
    exclude: [
      '**/node_modules/**',
      'web/dist/**',
      'server/dist/**',
      'sdk/dist/**',
      'cli/dist/**',
      'vectors/package/dist/**',
      'test/**',
      'bench/**',
      'scripts/**',
      'docs/**',
    ],
  })
  for (const path of files.sort()) {
    // A test next to its code may use the test support and any peer it compares with.
    if (path.endsWith('.test.ts')) continue
    for (const specifier of importsOf(root, path)) {
      specifiers.push({ path, specifier })
      const target = resolveImport(path, specifier)
      if (target !== undefined) imports.set(path, [...(imports.get(path) ?? []), target])
    }
  }
  const problems = specifiers.flatMap(({ path, specifier }) => {
    const problem = findProblem(path, specifier)
    return problem === undefined ? [] : [`${path} ${problem}`]
  })
  const circle = findCircle(imports) ?? findRoomCircle(imports)
  return circle ? [...problems, `a circle: ${circle.join(' -> ')}`] : problems
}

function findProblem(path: string, specifier: string): string | undefined {
  const folder = folderOf(path)
  if (
    runsInBrowser.includes(folder) &&
    !path.startsWith(`${folder}/${NODE_ROOM}/`) &&
    specifier.startsWith('node:')
  ) {
    return `imports ${specifier}: ${folder}/ runs in a browser too`
  }
  const target = resolveImport(path, specifier)
  if (target === undefined) return undefined
  const targetFolder = folderOf(target)
  if (targetFolder !== folder) {
    const isAllowed = allowed[folder]?.includes(targetFolder)
    return isAllowed ? undefined : `imports ${target}: ${folder}/ may not know ${targetFolder}/`
  }
  return specifier.startsWith('#') ? `reaches its own folder by ${specifier}` : undefined
}
