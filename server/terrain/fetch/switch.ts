// `terrain start` and `terrain stop`: the operator's switch, where TERRAIN=auto is not set. All nodes follow it.
import { setProgress } from '#server/platform/background/store.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database, Sql } from '#server/platform/database/database.ts'
import { findFact, noteFact } from '#server/platform/database/installation.ts'

interface SwitchServices {
  config: Pick<Config, 'terrain'>
  db: Database
  now: () => number
}

const SWITCH = 'terrain'

export async function isSwitchedOn(sql: Sql): Promise<boolean> {
  return (await findFact(sql, SWITCH)) === 'auto'
}

export async function startTerrain({ config, db }: SwitchServices): Promise<object> {
  const { path, auto, url, maxMegabytes } = config.terrain
  if (!auto)
    throw new Error(
      `TERRAIN_DIR is set, and heights are read from ${path}. Set TERRAIN=auto to have more fetched.`,
    )
  if (auto.isSet) throw new Error('TERRAIN=auto is set: heights come by themselves already.')
  await noteFact(db.sql, SWITCH, 'auto')
  return { isOn: true, source: new URL(url).host, maxMegabytes, folder: path }
}

/** Files that have come stay, and are read. */
export async function stopTerrain({ config, db, now }: SwitchServices): Promise<object> {
  if (config.terrain.auto?.isSet) throw new Error('TERRAIN=auto is set: take it out of the settings instead.')
  await noteFact(db.sql, SWITCH, 'manual')
  await setProgress(db.sql, now(), 'terrain', null)
  return { isOn: false }
}
