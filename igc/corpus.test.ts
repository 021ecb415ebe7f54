// Runs over a folder of real files next to the checkout when there is one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readReal, realFiles, skip } from '#test/support/igc/real-files.ts'
import { findError, readIgc } from './read.ts'
import { summariseFlight } from './flight/summary.ts'

/** The only ones refused, and why. */
const refused: Record<string, string> = {
  'XCSoar__grecord65a.igc': 'The file holds no fixes (no line starts with B).',
  'XCSoar__grecord65b.igc': 'The file holds no fixes (no line starts with B).',
  'leonardoxc__test-valid.igc': 'The file holds only 7 usable fixes.',
}

/** Read, and rightly without a flight: a recorder on a table and a drive; two minutes at rest. */
const withoutFlight = new Set(['716e71_leonardoxc__vali_ok.igc', 'go-igc__0168.igc'])

/** Fixes that may be left out at most: the positions at 0/0, clock jitter and spikes known of these files. */
const leftOut: Record<string, number> = {
  'go-igc__0026.igc': 8,
  'go-igc__0206.igc': 1,
  'go-igc__0207.igc': 1,
  'flyxc__track3.igc': 1,
  'leonardoxc__test.igc': 30,
}

function readNamed(name: string) {
  return readIgc(readReal(name))
}

test(
  'of the real files exactly those without a flight to read are refused, each with its reason',
  { skip },
  () => {
    const found = realFiles.flatMap((name) => {
      const error = findError(readNamed(name))
      return error ? [[name, error.message]] : []
    })
    assert.deepEqual(Object.fromEntries(found), refused)
  },
)

test('every fix of the real files is used but for the known bad ones', { skip }, () => {
  for (const name of realFiles.filter((name) => !(name in refused))) {
    const records =
      readReal(name)
        .toString('latin1')
        .match(/^B\d{6}/gm)?.length ?? 0
    assert.equal(records - readNamed(name).track!.length, leftOut[name] ?? 0, name)
  }
})

test('a flight is found in every real file that holds one, with plausible figures', { skip }, () => {
  for (const name of realFiles.filter((name) => !(name in refused))) {
    const file = readNamed(name)
    const summary = summariseFlight({ ...file, track: file.track! })
    assert.equal(summary.range === null, withoutFlight.has(name), name)
    if (!summary.range) continue
    const { altitude, trackDistanceKm, durationSeconds } = summary
    assert.ok(durationSeconds >= 60, `${name}: ${durationSeconds} s`)
    assert.ok(trackDistanceKm / (durationSeconds / 3600) < 200, `${name}: ${trackDistanceKm} km`)
    assert.ok(
      altitude.greatestClimbMps < 20 && altitude.greatestSinkMps > -20,
      `${name}: ${JSON.stringify(altitude)}`,
    )
    assert.ok(altitude.maximumM < 6000 && altitude.minimumM > -100, `${name}: ${JSON.stringify(altitude)}`)
  }
})

test('a landing for lunch splits a real file, a stop of less than five minutes does not', { skip }, () => {
  const durations = (name: string) => {
    const file = readNamed(name)
    return summariseFlight({ ...file, track: file.track! }).segments.map(({ durationSeconds }) =>
      Math.round(durationSeconds / 60),
    )
  }
  assert.deepEqual(durations('igc-xc-score__lunch-break.igc'), [35, 152])
  assert.deepEqual(durations('igc_lib__flight_with_middle_landing.igc'), [252])
})

test('sailplanes and the tow launch among the real files are distinguished from the others', { skip }, () => {
  const launches = realFiles
    .filter((name) => !(name in refused))
    .map((name) => {
      const file = readNamed(name)
      return [name, summariseFlight({ ...file, track: file.track! }).launchType] as const
    })
  const towed = launches.filter(([, launch]) => launch === 'Towed').map(([name]) => name)
  const powered = launches.filter(([, launch]) => launch === 'Powered').map(([name]) => name)
  assert.deepEqual(powered.toSorted(), [
    'XCSoar__01lz1hq1.igc',
    'aerofiles__xctrack-2022-04-07.igc',
    'aerofiles__xctrack-2023-04-28.igc',
  ])
  assert.ok(towed.includes('igc_lib__olsztyn.igc') && towed.includes('opensoar__race_task_completed.igc'))
  assert.ok(
    towed.every((name) => !/^go-igc__0|^flyxc/.test(name)),
    towed.join(),
  )
})

test('no real file repeats itself, and two of three that end fast are cut short', { skip }, () => {
  const judged = realFiles
    .filter((name) => !(name in refused))
    .map((name) => {
      const file = readNamed(name)
      assert.ok(!file.diagnoses.some(({ code }) => code === 'repeated-track'), name)
      return [name, summariseFlight({ ...file, track: file.track! }).recording] as const
    })
  assert.deepEqual(
    judged.filter(([, recording]) => recording === 'cut-short').map(([name]) => name),
    ['aerofiles__xctrack-2023-04-28.igc', 'igc_lib__new_date_format.igc'],
  )
})
