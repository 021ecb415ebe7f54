// A node with a bucket, a mail server, backups and a disk that a test can make fail, one after the other.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseClock } from '#server/platform/clock/clock.ts'
import { startAnnouncing } from '#server/platform/nodes.ts'
import { createWebhook } from '../access/issuing.ts'
import { makeSmallDisk, type SmallDisk } from '../faults/small-disk.ts'
import { createPilot, makeFlight, type Pilot, unlimited, uploadNew } from '../flights.ts'
import { makeFolder } from '../installation/folder.ts'
import { type BadLine, startBadLine } from '../installation/s3-proxy.ts'
import { s3Credentials, startBucket } from '../installation/s3-server.ts'
import { startMailServer } from '../mail-server.ts'
import { findFreePort } from '../postgres.ts'
import { startServer, type TestServer } from '../server.ts'
import { onLoopback } from '../webhooks.ts'

type Context = { after: (end: () => Promise<void> | void) => void }

export interface World {
  server: TestServer
  pilot: Pilot
  flightId: string
  webhookId: string
  line: BadLine
  startMail: () => Promise<void>
  stopMail: () => Promise<void>
  backups: string
  disk: SmallDisk | undefined
  setClock: (skewMs: number) => Promise<void>
}

/** How often a node looks at itself; undefined: as in production. */
export interface Pace {
  watch: { everyMs: number; retryMs: number; timeoutMs: number }
  announceMs: number
}

export async function createWorld(context: Context, pace: Pace | undefined): Promise<World> {
  const disk = makeSmallDisk(2048)
  if (disk) context.after(() => disk.remove())
  const line = await startBadLine(context, await startBucket(context))
  const mail = await createMail(context)
  const backups = makeFolder(context)
  writeArchive(backups, Date.now())
  let skewMs = 0
  const server = await startServer(context, {
    environment: {
      ...unlimited,
      ...onLoopback,
      ...s3Credentials,
      FILES_URL: line.url,
      SMTP_URL: mail.url,
      BACKUP_DIR: backups,
      ...(disk && { DATA_DIR: disk.folder }),
    },
    watch: pace?.watch ?? { everyMs: 60_000, retryMs: 10_000 },
    wallClock: () => Date.now() + skewMs,
  })
  const { services } = server
  const announcement = await startAnnouncing(services, '1.2.0', ['serving', 'working'], pace?.announceMs)
  context.after(() => announcement.stop())
  const pilot = await createPilot(server)
  const flight = await uploadNew(server, pilot, makeFlight(1))
  await services.db.sql`update events set fanned_out_at = ${services.now()}`
  const webhook = await createWebhook(services, { userId: pilot.user.id }, 'http://127.0.0.1:9/')
  return {
    server,
    pilot,
    flightId: flight.id,
    webhookId: webhook.id,
    line,
    startMail: mail.start,
    stopMail: mail.stop,
    backups,
    disk,
    setClock: async (milliseconds) => {
      skewMs = milliseconds
      // As the node does by itself every minute.
      if (pace) await (services.clock as DatabaseClock).measure()
    },
  }
}

async function createMail(context: Context) {
  const port = await findFreePort()
  let end: (() => Promise<void>) | undefined
  const start = async () => void (await startMailServer({ after: (close) => (end = close) }, { port }))
  const stop = async () => {
    await end?.()
    end = undefined
  }
  await start()
  context.after(stop)
  return { url: `smtp://127.0.0.1:${port}`, start, stop }
}

/** Only its name is read: when it was made. */
export function writeArchive(folder: string, madeAt: number): void {
  mkdirSync(folder, { recursive: true })
  const time = new Date(madeAt).toISOString().slice(0, 19).replaceAll(':', '-')
  writeFileSync(join(folder, `cloudstreet-${time}Z.jsonl.zst`), '')
}

export function resizeDisk({ folder }: SmallDisk, megabytes: number): void {
  spawnSync('mount', ['-o', `remount,size=${megabytes}m`, folder])
}
