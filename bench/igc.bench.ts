// Reading throughput against igc-parser (lenient), over the same files in the same run. Measured in CPU time of the
// thread, which other load on the machine does not change; work of the garbage collector's own threads is free.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createReadBuffer, findError, readIgc } from '#igc/read.ts'
import { simulateFlight } from '#igc/simulate.ts'
import { loadPeer } from './peers/load.ts'

const { default: IGCParser } = await loadPeer('igc-parser')

const ROUNDS = 7
const WARM_UPS = 3
const MIN_RATIO = 10
const REAL_FILES = join(import.meta.dirname, '../../shared/igc')

interface Contender {
  name: string
  /** False when the file is refused. */
  read: (bytes: Buffer) => boolean
}

// As the threads of the pool read.
const buffer = createReadBuffer()

const contenders: Contender[] = [
  { name: 'cloudstreet', read: (bytes) => findError(readIgc(bytes, { buffer })) === undefined },
  { name: 'igc-parser 2.0 (lenient)', read: readWithPeer },
]

function readWithPeer(bytes: Buffer): boolean {
  try {
    // It takes text: decoding is part of reading a file, for us too.
    IGCParser.parse(bytes.toString('utf8'), { lenient: true })
    return true
  } catch {
    return false
  }
}

function loadFiles(): { source: string; files: Buffer[] } {
  if (existsSync(REAL_FILES)) {
    const names = readdirSync(REAL_FILES).filter((name) => /\.igc$/i.test(name))
    return { source: 'real files', files: names.map((name) => readFileSync(join(REAL_FILES, name))) }
  }
  const files = Array.from({ length: 40 }, (_, seed) =>
    Buffer.from(simulateFlight({ seed, taskKm: 20 + seed * 3, rateSeconds: 1 + (seed % 5) }).bytes),
  )
  return { source: 'simulated files', files }
}

function measure(contender: Contender, files: Buffer[]): { ms: number; refused: number } {
  const before = process.threadCpuUsage()
  const refused = files.filter((bytes) => !contender.read(bytes)).length
  const { user, system } = process.threadCpuUsage(before)
  return { ms: (user + system) / 1000, refused }
}

const { source, files } = loadFiles()
const megabytes = files.reduce((sum, { length }) => sum + length, 0) / 1e6
const rounds = contenders.map((): { ms: number; refused: number }[] => [])
// In turns: a slow moment of the machine hits both.
for (let round = 0; round < WARM_UPS + ROUNDS; round++) {
  for (const [index, contender] of contenders.entries()) {
    const result = measure(contender, files)
    if (round >= WARM_UPS) rounds[index]!.push(result)
  }
}

const rows = contenders.map(({ name }, index) => {
  const times = rounds[index]!.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const median = times[times.length >> 1]!
  return {
    reader: name,
    'MB/s (median)': Number((megabytes / (median / 1000)).toFixed(1)),
    'MB/s (best)': Number((megabytes / (times[0]! / 1000)).toFixed(1)),
    refused: rounds[index]![0]!.refused,
  }
})
const ratio = Number((rows[0]!['MB/s (median)'] / rows[1]!['MB/s (median)']).toFixed(1))
console.log(
  `${files.length} ${source}, ${megabytes.toFixed(1)} MB, ${ROUNDS} rounds after ${WARM_UPS} to warm up`,
)
console.table(rows)
console.log(`ratio ${ratio}x; the minimum is ${MIN_RATIO}x: ${ratio >= MIN_RATIO ? 'met' : 'MISSED'}`)

const folder = join(import.meta.dirname, 'results')
mkdirSync(folder, { recursive: true })
writeFileSync(
  join(folder, 'igc.json'),
  `${JSON.stringify({ source, files: files.length, megabytes, rows, ratio }, null, 2)}\n`,
)
