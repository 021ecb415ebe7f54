// The small pictures of the README: a flight in 3D over made-up ground (for the start page, too), a ranking, and what a shared
// link shows.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { simulateFlight } from '#igc/simulate.ts'
import type { BuiltServices } from '#server/services.ts'
import { type Pilot, createPilot, uploadNew } from '#test/support/flights.ts'
import { addEntrant, addRanking, ask, settle, show } from '#test/support/rankings/league.ts'
import type { TestServer } from '#test/support/server.ts'
import { type Landscape, writeHgt } from '#test/support/terrain/landscape.ts'

/** WebGL without a graphics card. */
export const flags = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist']

const folder = join(import.meta.dirname, '../docs/pictures')
const landingFolder = join(import.meta.dirname, '../assets/pictures')
const LANDING_WIDTH = 600
const viewport = { width: 1120, height: 700 }
const LAUNCH = { latitude: 46.52, longitude: 7.46, launchAltitude: 2300 }
const names = ['Nina Brunner', 'Luca Rossi', 'Anna Weber', 'Jules Favre', 'Petra Novak', 'Tom Huber']

/** Ridges and valleys of a few kilometres, and gullies in them. */
const alps: Landscape = (latitude, longitude) => {
  let height = 700
  for (let octave = 0; octave < 5; octave++) {
    const [size, turn] = [38 * 2 ** octave, octave * 1.7]
    const wave =
      Math.sin(latitude * size * 1.45 + Math.sin(longitude * size * 0.6) + turn) +
      Math.sin(longitude * size + turn)
    height += (1000 / 2.3 ** octave) * (1 - Math.abs(wave) / 2) ** 1.5
  }
  return height
}

/** Before the service starts. */
export function writeGround(terrain: string): void {
  writeFileSync(join(terrain, 'N46E007.hgt'), writeHgt(alps, { south: 46, west: 7 }))
}

export async function drawReadme(services: BuiltServices, browser: Browser): Promise<void> {
  const url = services.config.baseUrl
  const server = {
    services,
    fetch: (path: string, init?: RequestInit) => fetch(url + path, init),
  } as TestServer
  const pilot = await createPilot(server, names[0])
  const flight = await fly(server, pilot, 1, 58)
  const page = await browser.newPage({ viewport, locale: 'en-GB', reducedMotion: 'reduce' })
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto(`${url}/f/${flight}`, { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'The flight in 3D' }).click()
    await page.locator('.relief[data-drawn]').waitFor()
    await page.waitForTimeout(2000)
    const relief = await page.locator('.relief').screenshot()
    if (colorScheme === 'light') await keep('relief', relief)
    const small = sharp(relief).resize({ width: LANDING_WIDTH }).webp({ quality: 58, effort: 6 })
    await small.toFile(join(landingFolder, `relief-${colorScheme}.webp`))
  }
  const picture = await server.fetch(`/f/${flight}/picture.png`)
  await keep('shared', Buffer.from(await picture.arrayBuffer()))
  await page.goto(url + (await rank(server)), { waitUntil: 'networkidle' })
  await keep('ranking', await page.screenshot())
  await page.close()
}

async function fly(server: TestServer, pilot: Pilot, seed: number, taskKm: number): Promise<string> {
  const date = `2026-0${4 + (seed % 4)}-${10 + (seed % 18)}`
  const options = {
    ...LAUNCH,
    seed,
    taskKm,
    date,
    isNatural: true,
    rateSeconds: 3,
    startSecondsOfDay: 39_000,
  }
  const { id } = await uploadNew(server, pilot, simulateFlight(options).bytes)
  await show(server, pilot, id, 'public')
  return id
}

/** A season of a club, with six pilots; the address of its ranking. */
async function rank(server: TestServer): Promise<string> {
  const owner = await createPilot(server, 'Vera Lang')
  const make = async (path: string, body: object) =>
    (await ask(server, owner, 'POST', path, body)).body.data as { id: string }
  const asked = {
    name: 'Thermal Club',
    handle: 'thermal-club',
    country: 'CH',
    join: 'open',
    visible: 'public',
  }
  const { id: clubId } = await make('/clubs', asked)
  const terms = { from: '2026-01-01', to: '2026-12-31', timeZone: 'Europe/Zurich' }
  const season = (await make('/seasons', { clubId, name: '2026', terms })) as never
  const ranking = await addRanking(server, { owner, clubId, season })
  for (const [index, name] of names.entries()) {
    const entrant = await addEntrant(server, { owner, clubId, season }, name)
    for (let count = 0; count < 3; count++)
      await fly(server, entrant, 10 * index + 3 * count + 2, 18 + ((index * 17 + count * 23) % 60))
  }
  await settle(server)
  return `/app/seasons/${(season as { id: string }).id}/rankings/${ranking}`
}

async function keep(name: string, picture: Buffer): Promise<void> {
  const path = join(folder, `${name}-light.webp`)
  await sharp(picture).resize({ width: 640 }).webp({ quality: 76, effort: 6 }).toFile(path)
}
