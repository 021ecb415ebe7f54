// A copy of a logbook in a folder, brought up to date: CLOUDSTREET_URL=… CLOUDSTREET_KEY=cst_key_… node backup.mjs FOLDER
// For cron: 15 3 * * * CLOUDSTREET_URL=… CLOUDSTREET_KEY=… node /home/me/backup/backup.mjs /home/me/flights
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { apiKey, createClient, CursorExpiredError, downloadFlight, listChanges } from '@cloudstreet/sdk'

const { CLOUDSTREET_URL: baseUrl = '', CLOUDSTREET_KEY: key = '' } = process.env
const [folder = 'flights'] = process.argv.slice(2)
const client = createClient({ baseUrl, credential: apiKey(key) })
const cursorFile = join(folder, '.cursor')

await mkdir(folder, { recursive: true })
const after = await readFile(cursorFile, 'utf8').catch(() => undefined)
try {
  await follow(after)
} catch (error) {
  if (!(error instanceof CursorExpiredError)) throw error
  // Not run for months: begin again. Files of flights that were deleted meanwhile stay.
  await follow(undefined)
}

/** The cursor is stored after what it stands for: whatever stops the program, the next run goes on from there. */
async function follow(after) {
  for await (const { changes, cursor } of listChanges(client, {
    fields: 'light',
    ...(after ? { after } : {}),
  })) {
    for (const { change, id } of changes) await apply(change, id)
    await writeFile(`${cursorFile}.new`, cursor)
    await rename(`${cursorFile}.new`, cursorFile)
  }
}

async function apply(change, id) {
  // It becomes the name of a file.
  if (!/^[0-9a-f]{24}$/.test(id)) throw new Error('The service has sent an id that is none.')
  const path = join(folder, `${id}.igc`)
  if (change === 'deleted') {
    await rm(path, { force: true })
    console.log(`- ${path}`)
  } else if (!(await readFile(path).catch(() => undefined))) {
    await writeFile(`${path}.new`, await downloadFlight(client, id))
    await rename(`${path}.new`, path)
    console.log(`+ ${path}`)
  }
}
