// The flight in the picture of the start page, fix by fix; as the demo has it.
import { simulateFlight } from '#igc/simulate.ts'

export function makePicturedFile(): File {
  const { bytes } = simulateFlight({
    seed: 4542,
    shape: 'triangle',
    isNatural: true,
    taskKm: 76,
    latitude: 46.6456,
    longitude: 7.6514,
    launchAltitude: 2330,
    date: '2026-05-15',
    startSecondsOfDay: 8.5 * 3600 + 1500,
    rateSeconds: 3,
    pilot: 'Mara Keller',
    glider: 'Zephyr XC',
    gliderClass: 'EN C',
  })
  return new File([bytes as BlobPart], 'niesen.igc')
}
