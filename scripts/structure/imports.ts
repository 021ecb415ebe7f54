// Imports run one way. The table is the architecture; a line that breaks it fails the tests.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const features = ['accounts', 'keys', 'oauth', 'flights', 'webhooks'].map((name) => `server/${name}`)
const belowFeatures = [
  'server/access',
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
  'server/platform': ['language', 'contract'],
  // Every table, no matter who's it is, read from the schema: it needs to know no feature.
  'server/archive': ['server/platform', 'contract'],
  'server/events': ['server/platform', 'contract'],
  'server/access': ['server/platform', 'language', 'dashboard', 'contract'],
  'server/mcp': ['server/access', 'server/platform', 'contract'],
  'server/map': ['server/access', 'server/platform', 'dashboard', 'contract'],
  'server/terrain': ['server/access', 'server/platform', 'terrain'],
  'server/site': ['server/access', 'server/platform', 'language', 'contract'],
  ...Object.fromEntries(features.map((feature) => [feature, belowFeatures])),
  'server/flights': [...belowFeatures, 'server/terrain', 'igc', 'scoring', 'analysis', 'airspace', 'privacy'],
  // The demo does what a pilot and a developer would do, so it is above the features.
  'server/demo': [...features, ...belowFeatures, 'igc'],
  // The operator's page does what the commands of all features do.
  'server/operator': [...features, 'server/archive', 'server/site', ...belowFeatures],
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
  web: ['language', 'dashboard', 'contract', 'igc', 'scoring', 'assets'],
  // Types alone: the package is compiled without the contract.
  sdk: ['contract'],
  cli: ['sdk'],
}

/** The rooms inside a folder, and the neighbours that each may import. Files outside the rooms may import them all. */
const rooms: Record<string, Record<string, string[]>> = {
  contract: { openapi: ['.'], sharing: ['.', 'own'], own: ['.'] },
  language: Object.fromEntries(['en', 'de', 'fr', 'it', 'es'].map((name) => [name, ['.', 'en']])),
  igc: { parse: ['.'], flight: ['.'], signature: ['.'] },
  scoring: { open: ['.'], circuit: ['.'], pairs: ['.'], leagues: ['.'] },
  terrain: { hgt: ['.'], pmtiles: ['.'], shading: ['.'] },
  'server/accounts': {
    auth: ['.'],
    mail: ['.', 'auth'],
    profile: ['.'],
    'second-factor': ['.', 'mail'],
    'sign-in': ['.', 'auth', 'mail', 'second-factor'],
    recovery: ['.', 'auth', 'mail', 'second-factor', 'sign-in'],
    export: ['.', 'profile'],
  },
  'server/access': {
    limits: ['.'],
    admission: ['.', 'limits'],
    'security-log': ['.'],
    devices: ['.', 'limits'],
    operations: ['.', 'limits', 'admission'],
  },
  'server/flights': {
    // Below all others; what it still takes from them is on its way out.
    record: ['scorer', 'files', 'takeoffs', 'upload', 'sharing', 'own', 'signatures', 'rescore'],
    takeoffs: ['record'],
    scorer: ['takeoffs'],
    files: ['record'],
    signatures: ['record', 'scorer', 'files'],
    gliders: ['record', 'scorer'],
    upload: ['record', 'scorer', 'takeoffs', 'files', 'signatures', 'gliders'],
    photos: ['record', 'scorer', 'files', 'read', 'upload', '.'],
    import: ['record', 'scorer', 'upload', 'gliders', 'photos', '.'],
    formats: ['scorer'],
    search: ['record', 'gliders'],
    read: ['record', 'scorer', 'files', 'formats', 'search'],
    leagues: ['record', 'scorer', 'files', 'read'],
    rescore: ['record', 'scorer', 'files', 'leagues'],
    airspace: ['record', 'scorer', 'files', 'read', 'upload', '.'],
    sums: ['record', 'scorer', 'read', '.'],
    sharing: ['record', 'sums', 'scorer', 'files', 'read', 'formats', 'photos', '.'],
    own: ['record', 'sharing', 'gliders'],
    tracks: ['record', 'scorer', 'read', '.'],
    twins: ['record', 'scorer', 'own', 'photos', 'read', 'sharing', '.'],
    places: ['record', 'scorer', 'read', 'sharing', 'takeoffs', '.'],
    intake: ['record', 'scorer', 'upload', 'import', '.'],
  },
  'server/oauth': {
    stores: [],
    openid: ['.', 'stores'],
    grants: ['.', 'stores', 'openid'],
    documents: ['.', 'stores'],
    consent: ['.', 'stores', 'documents'],
    device: ['.', 'stores', 'grants', 'consent'],
    'end-session': ['.', 'stores', 'openid', 'consent', 'documents'],
  },
  'server/site': { reference: ['.'], docs: ['.', 'reference'] },
  'server/archive': { tables: [] },
  'server/terrain': { fetch: [] },
  'server/webhooks': { delivery: ['.'] },
  'server/keys': { pairing: ['.'] },
  'server/platform': {
    concurrency: ['.'],
    metrics: ['.'],
    files: ['.', 'concurrency', 'metrics'],
    database: ['.', 'concurrency', 'files', 'metrics'],
    clock: ['.', 'database'],
    outgoing: ['.', 'concurrency'],
    pictures: ['.', 'concurrency'],
    requests: [],
    settings: ['.'],
    http: ['.', 'database', 'requests'],
    mail: ['.', 'concurrency', 'database', 'metrics', 'settings'],
  },
  sdk: {
    credentials: ['.'],
    webhooks: ['.'],
    node: ['.', 'credentials'],
  },
  cli: {
    account: [],
    files: [],
    terminal: [],
    watch: ['.', 'files'],
    listen: ['.', 'account'],
    completion: ['.'],
    commands: ['.', 'account', 'files', 'terminal', 'watch', 'listen', 'completion'],
  },
  web: {
    language: [],
    sharing: ['parts', 'language', 'developers'],
    shared: ['.', 'parts', 'language', 'flight'],
    try: ['.', 'parts', 'language', 'flight', 'shared'],
    parts: ['language'],
    recordings: ['parts', 'language', 'sharing'],
    flight: ['parts', 'language', 'sharing', 'recordings'],
    logbook: ['parts', 'language'],
    upload: ['parts', 'language', 'logbook', 'recordings'],
    developers: ['parts', 'language'],
    account: ['parts', 'language'],
    operator: ['parts', 'language'],
    pages: [
      'parts',
      'language',
      'flight',
      'recordings',
      'sharing',
      'logbook',
      'upload',
      'developers',
      'account',
      'operator',
    ],
  },
}

function folderOf(path: string): string {
  const parts = path.split('/')
  if (parts[0] !== 'server') return parts[0] ?? ''
  return parts.length > 2 ? `server/${parts[1]}` : 'server'
}

/** The room inside its folder; `.` for a file outside the rooms. */
function roomOf(path: string): string {
  const [room, ...rest] = path.slice(folderOf(path).length + 1).split('/')
  return rest.length > 0 ? (room ?? '.') : '.'
}

function isRoomCrossingAllowed(path: string, target: string): boolean {
  const [from, to] = [roomOf(path), roomOf(target)]
  return from === '.' || from === to || (rooms[folderOf(path)]?.[from]?.includes(to) ?? false)
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

/** Imports that break the tables above, and the first circle; one sentence each. */
export function findImportProblems(root: string): string[] {
  const problems: string[] = []
  const imports = new Map<string, string[]>()
  // Tests, benches and scripts may import all; a folder that the table lacks may import nothing.
  const files = globSync('*/**/*.{ts,tsx}', {
    cwd: root,
    exclude: [
      '**/node_modules/**',
      'web/dist/**',
      'server/dist/**',
      'sdk/dist/**',
      'cli/dist/**',
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
      const problem = findProblem(path, specifier)
      if (problem) problems.push(`${path} ${problem}`)
      const target = resolveImport(path, specifier)
      if (target !== undefined) imports.set(path, [...(imports.get(path) ?? []), target])
    }
  }
  const circle = findCircle(imports)
  return circle ? [...problems, `a circle: ${circle.join(' -> ')}`] : problems
}

function findProblem(path: string, specifier: string): string | undefined {
  const folder = folderOf(path)
  if (runsInBrowser.includes(folder) && roomOf(path) !== NODE_ROOM && specifier.startsWith('node:')) {
    return `imports ${specifier}: ${folder}/ runs in a browser too`
  }
  const target = resolveImport(path, specifier)
  if (target === undefined) return undefined
  const targetFolder = folderOf(target)
  if (targetFolder !== folder) {
    const isAllowed = allowed[folder]?.includes(targetFolder)
    return isAllowed ? undefined : `imports ${target}: ${folder}/ may not know ${targetFolder}/`
  }
  if (specifier.startsWith('#')) return `reaches its own folder by ${specifier}`
  return isRoomCrossingAllowed(path, target)
    ? undefined
    : `imports ${target}: a room may not know that neighbour`
}
