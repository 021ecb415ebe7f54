// A simulated flight for pilots who have no file yet.
import { simulateFlight } from '#igc/simulate.ts'

export function makeSampleFile(): File {
  const date = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const { bytes } = simulateFlight({
    seed: Math.floor(Math.random() * 1e6),
    shape: 'triangle',
    isNatural: true,
    taskKm: 45,
    latitude: 46.6596,
    longitude: 8.0536,
    launchAltitude: 2150,
    date,
    startSecondsOfDay: 10 * 3600,
    pilot: 'Sample Pilot',
    glider: 'Sample Wing',
  })
  return new File([bytes as BlobPart], `${date}-sample.igc`)
}
