// The needs of an installation of a given size, from the figures of `npm run bench -- nodes` on this machine: `npm
// run bench -- model`. Assumptions about pilots are printed, too; docs/operate/scale.md says what follows.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** As bench/nodes.bench.ts writes it; microseconds of one core. */
interface Measured {
  listNodeOfTwoMicroseconds: number
  listDatabaseMicroseconds: number
  uploadNodeMicroseconds: number
  uploadDatabaseMicroseconds: number
  bytesPerFlight: number
  bytesPerFile: number
}

interface Installation {
  name: string
  pilots: number
  flights: number
}

const assumed = {
  flightsPerPilotAndYear: 40,
  // A fine Sunday in spring, and most land in the same hours.
  shareOfBestDay: 0.02,
  hoursOfUploads: 4,
  requestsPerUpload: 30,
  webhooksPerFlight: 2,
  // Leaves room for a node to fail, and for a burst without a queue.
  utilisation: 0.5,
  coresPerNode: 4,
  // Vacuumed, and reindexed, in minutes.
  bytesPerPartition: 6e9,
  coresPerDatabase: 16,
}

const installations: Installation[] = [
  { name: 'one node', pilots: 20_000, flights: 1_000_000 },
  { name: 'three nodes', pilots: 200_000, flights: 10_000_000 },
  { name: 'regions', pilots: 10_000_000, flights: 100_000_000 },
]

function reckon({ pilots, flights }: Installation, measured: Measured) {
  const bestDay = pilots * assumed.flightsPerPilotAndYear * assumed.shareOfBestDay
  const uploads = bestDay / (assumed.hoursOfUploads * 3600)
  const requests = uploads * assumed.requestsPerUpload
  const toCores = (upload: number, list: number) =>
    (uploads * upload + requests * list) / 1e6 / assumed.utilisation
  const nodeCores = toCores(measured.uploadNodeMicroseconds, measured.listNodeOfTwoMicroseconds)
  const databaseCores = toCores(measured.uploadDatabaseMicroseconds, measured.listDatabaseMicroseconds)
  const rows = flights * measured.bytesPerFlight
  return {
    'uploads/s': round(uploads),
    'requests/s': round(requests),
    'deliveries/s': round(uploads * assumed.webhooksPerFlight),
    'cores, nodes': round(nodeCores),
    nodes: Math.ceil(nodeCores / assumed.coresPerNode),
    'cores, databases': round(databaseCores),
    databases: Math.ceil(databaseCores / assumed.coresPerDatabase),
    'rows, GB': round(rows / 1e9),
    'files, GB': round((flights * measured.bytesPerFile) / 1e9),
    partitions: Math.ceil(rows / assumed.bytesPerPartition),
  }
}

function round(value: number): number {
  return Number(value.toPrecision(2))
}

function readMeasured(): Measured {
  try {
    return JSON.parse(readFileSync(join(import.meta.dirname, 'results/nodes.json'), 'utf8')) as Measured
  } catch (cause) {
    throw new Error('Run `npm run bench -- nodes` first: the model reckons with what it measures.', { cause })
  }
}

const measured = readMeasured()
console.log(measured, assumed)
console.table(Object.fromEntries(installations.map((one) => [one.name, reckon(one, measured)])))
