// Imports run one way. The table is the architecture; a line that breaks it fails the tests.
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
  web: ['language', 'dashboard', 'contract', 'igc', 'scoring', 'assets'],
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

/**
 * The rooms inside a folder: what each may import of its neighbours. A file outside the rooms is either above them, a door that
 * imports any and that none imports, or below them: then it imports the rooms of the row `.` only, none where there is no such row.
 */
const rooms: Record<string, Record<string, string[]>> = {
  contract: {
    '.': ['forwards', 'logbook', 'sharing'],
    forwards: ['.', 'logbook'],
    clubs: ['.', 'logbook'],
    openapi: ['.'],
    sharing: ['.', 'logbook'],
    logbook: ['.'],
  },
  language: { en: ['.'], ...Object.fromEntries(['de', 'fr', 'it', 'es'].map((name) => [name, ['.', 'en']])) },
  igc: { '.': ['parse'], parse: ['.'], flight: ['.'], signature: ['.'] },
  scoring: { open: ['.'], circuit: ['.'], pairs: ['.'], leagues: ['.'] },
  terrain: { hgt: ['.'], pmtiles: ['.'], shading: ['.'] },
  'server/accounts': {
    '.': ['auth', 'export', 'mail', 'recovery', 'second-factor', 'sign-in'],
    auth: ['.'],
    mail: ['.', 'auth'],
    profile: ['.'],
    'second-factor': ['.', 'mail'],
    'sign-in': ['.', 'auth', 'mail', 'second-factor'],
    recovery: ['.', 'auth', 'mail', 'second-factor', 'sign-in'],
    export: ['.', 'profile'],
  },
  'server/access': {
    '.': ['devices', 'limits'],
    limits: ['.'],
    admission: ['.', 'limits'],
    'security-log': ['.'],
    devices: ['.', 'limits'],
    failures: ['.', 'security-log'],
    operations: ['.', 'limits', 'admission'],
  },
  // The record is the ground floor, and the files outside the rooms are doors: operations, jobs, commands.
  'server/flights': {
    record: [],
    takeoffs: ['record'],
    files: ['record'],
    formats: ['record'],
    gliders: ['record'],
    scorer: ['record', 'takeoffs'],
    signatures: ['record', 'files'],
    search: ['record', 'gliders'],
    upload: ['record', 'scorer', 'takeoffs', 'files', 'signatures', 'gliders'],
    read: ['record', 'files', 'formats', 'search'],
    sums: ['record', 'read'],
    tracks: ['record', 'read'],
    leagues: ['record', 'scorer', 'files', 'read', 'sharing'],
    rescore: ['record', 'scorer', 'files', 'takeoffs', 'leagues'],
    airspace: ['record', 'scorer', 'files', 'read', 'upload'],
    photos: ['record', 'files', 'read', 'upload'],
    import: ['record', 'scorer', 'upload', 'gliders', 'photos'],
    sharing: ['record', 'scorer', 'files', 'read', 'sums', 'photos'],
    twins: ['record', 'read', 'photos', 'sharing'],
    'takeoff-names': ['record', 'takeoffs', 'read', 'sharing'],
    intake: ['record', 'upload', 'import'],
  },
  'server/oauth': {
    '.': ['openid', 'stores'],
    stores: [],
    openid: ['.', 'stores'],
    grants: ['.', 'stores', 'openid'],
    documents: ['.', 'stores'],
    consent: ['.', 'stores', 'documents'],
    device: ['.', 'stores', 'grants', 'consent'],
    'end-session': ['.', 'stores', 'openid', 'consent', 'documents'],
  },
  'server/site': { reference: ['.'], docs: ['.', 'reference'] },
  'server/archive': { '.': ['tables'], tables: [] },
  'server/operator': { checks: ['.', 'integrity'], integrity: [] },
  'server/terrain': { fetch: [] },
  'server/webhooks': { delivery: ['.'] },
  'server/rankings': { reading: ['.'], reviews: ['.'] },
  'server/forwards': { '.': ['kinds'], kinds: [], sending: ['.', 'kinds'] },
  'server/keys': { '.': ['pairing'], pairing: ['.'] },
  'server/platform': {
    '.': [
      'checks',
      'clock',
      'concurrency',
      'database',
      'files',
      'mail',
      'metrics',
      'requests',
      'settings',
      'background',
    ],
    concurrency: ['.'],
    metrics: ['.'],
    files: ['.', 'concurrency', 'metrics'],
    database: ['.', 'concurrency', 'files', 'metrics'],
    clock: ['.', 'database'],
    checks: ['.', 'clock', 'database', 'files', 'mail', 'metrics'],
    background: ['.', 'concurrency', 'database', 'metrics'],
    outgoing: ['.', 'concurrency', 'settings'],
    pictures: ['.', 'concurrency'],
    requests: [],
    settings: ['.'],
    http: ['.', 'database', 'requests'],
    feeds: ['http'],
    mail: ['.', 'concurrency', 'database', 'metrics', 'settings', 'background'],
  },
  vectors: { '.': ['recipes'], recipes: [], package: [] },
  sdk: {
    credentials: ['.'],
    webhooks: ['.'],
    clubs: ['.'],
    node: ['.', 'credentials'],
  },
  cli: {
    '.': ['terminal'],
    account: ['.'],
    files: [],
    terminal: [],
    watch: ['.', 'files'],
    listen: ['.', 'account'],
    completion: ['.'],
    rankings: ['.', 'account', 'files', 'terminal'],
    import: ['.', 'account', 'watch'],
    commands: ['.', 'account', 'files', 'terminal', 'watch', 'listen', 'completion', 'import'],
  },
  conformance: { desk: ['.'] },
  web: {
    language: [],
    sharing: ['parts', 'language', 'developers'],
    shared: ['.', 'parts', 'language', 'flight'],
    try: ['.', 'parts', 'language', 'flight', 'shared'],
    parts: ['language'],
    recordings: ['parts', 'language', 'sharing'],
    flight: ['parts', 'language', 'sharing', 'recordings', 'forwards', 'clubs'],
    logbook: ['parts', 'language'],
    upload: ['parts', 'language', 'logbook', 'recordings'],
    developers: ['parts', 'language'],
    account: ['parts', 'language'],
    clubs: ['parts', 'language'],
    forwards: ['parts', 'language'],
    operator: ['parts', 'language'],
    pages: [
      'parts',
      'language',
      'flight',
      'shared',
      'recordings',
      'sharing',
      'logbook',
      'upload',
      'developers',
      'account',
      'clubs',
      'forwards',
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

const isOutside = (path: string) => roomOf(path) === '.'

function isRoomCrossingAllowed(path: string, target: string, ground: ReadonlySet<string>): boolean {
  const [from, to] = [roomOf(path), roomOf(target)]
  const isDoor = from === '.' && !ground.has(path)
  return isDoor || from === to || (rooms[folderOf(path)]?.[from]?.includes(to) ?? false)
}

/** Files outside the rooms that are below them: a room imports them, or one of them does. */
function findGround(imports: ReadonlyMap<string, readonly string[]>): Set<string> {
  const ground = new Set<string>()
  const visit = (path: string) => {
    for (const target of imports.get(path) ?? []) {
      if (folderOf(target) !== folderOf(path) || !isOutside(target) || ground.has(target)) continue
      ground.add(target)
      visit(target)
    }
  }
  for (const path of imports.keys()) if (!isOutside(path)) visit(path)
  return ground
}

/** The tables of the rooms: neighbours have an above and a below. */
function findRoomCircles(): string[] {
  return Object.entries(rooms).flatMap(([folder, { '.': _outside, ...table }]) => {
    const circle = findCircle(new Map(Object.entries(table)))
    return circle ? [`a circle of rooms in ${folder}: ${circle.join(' -> ')}`] : []
  })
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
  const ground = findGround(imports)
  const problems = specifiers.flatMap(({ path, specifier }) => {
    const problem = findProblem(path, specifier, ground)
    return problem === undefined ? [] : [`${path} ${problem}`]
  })
  problems.push(...findRoomCircles())
  const circle = findCircle(imports)
  return circle ? [...problems, `a circle: ${circle.join(' -> ')}`] : problems
}

function findProblem(path: string, specifier: string, ground: ReadonlySet<string>): string | undefined {
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
  if (isRoomCrossingAllowed(path, target, ground)) return undefined
  return isOutside(path)
    ? `imports ${target}: rooms import this file, so it may not know them`
    : `imports ${target}: a room may not know that neighbour`
}
