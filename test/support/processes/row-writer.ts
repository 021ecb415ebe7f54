// A program that commits rows as fast as it can and names each on standard output after its commit.
import { writeSync } from 'node:fs'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'

const db = await openDatabase(readConfig(process.env))
const round = process.env.ROUND ?? '0'
for (let index = 0; ; index++) {
  const id = `${round}-${index}`
  await db.transaction(async (sql) => {
    await sql`insert into written (id, part) values (${id}, ${'first'})`
    await sql`insert into written (id, part) values (${id}, ${'second'})`
  })
  writeSync(1, `${id}\n`)
}
