// on: sqlite, postgres
// The journal of increments: what it notes, what it costs, and when it goes.
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { findPlace } from '#server/archive/commands.ts'
import { isJournalUnused } from '#server/archive/increments/unused.ts'
import { readBase, readMark, settle, startJournal } from '#server/archive/increments/journal.ts'
import { backUp, dropUnusedJournal } from '#server/archive/schedule.ts'
import { openSession } from '#server/archive/tables/open-session.ts'
import { readTables } from '#server/archive/tables/schema.ts'
import { readMoment, type Session } from '#server/archive/tables/session.ts'
import { withoutRows } from '#server/archive/tables/without-rows.ts'
import { readConfig } from '#server/platform/config.ts'
import { startAnnouncing } from '#server/platform/database/nodes.ts'
import { createLog } from '#server/platform/log.ts'
import { DAY_MS, HOUR_MS } from '#server/platform/time.ts'
import { listNotes } from '#test/support/archives/notes.ts'
import { createPilot, list, makeFlight, uploadNew } from '#test/support/flights.ts'
import { makeFolder } from '#test/support/installation/fill.ts'
import { createEnvironment, startServer } from '#test/support/server.ts'

const isPostgres = process.env.TEST_ENGINE === 'postgres'
const log = createLog('silent')
const never = new AbortController().signal

/** With the limits of the default settings. */
async function open(context: TestContext) {
  const { environment, remove } = await createEnvironment({ isMigrated: true })
  const server = await startServer(context, { on: environment })
  context.after(remove)
  const session = await openSession(findPlace(readConfig(environment)))
  context.after(() => session.close())
  return { server, environment, session }
}

async function settleNow(session: Session, meanwhile: () => Promise<unknown> = async () => {}) {
  await startJournal(session, Date.now())
  const base = await readBase(session)
  const mark = await readMoment(session, async () => readMark(session))
  await meanwhile()
  await settle(session, { base, id: crypto.randomUUID(), mark, nowMs: Date.now() })
}

suite('the journal', () => {
  test('has nothing of a read, and each row of an upload once', async (context) => {
    const { server, session } = await open(context)
    const pilot = await createPilot(server)
    await uploadNew(server, pilot, makeFlight(1))
    await list(server, pilot)
    await settleNow(session)
    for (let read = 0; read < 3; read++) await list(server, pilot)
    assert.equal((await server.fetch('/readyz')).status, 200)
    const isLate = (note: string) =>
      /^(access_ledger|credentials|works|events|takeoff|installation)/.test(note)
    assert.deepEqual(
      (await listNotes(server)).filter((note) => !isLate(note)),
      [],
      'but for what is written every so often',
    )
    const { id } = await uploadNew(server, pilot, makeFlight(2))
    const notes = (await listNotes(server)).filter((note) => !isLate(note))
    assert.ok(notes.includes(`flights ["${id}"]`), notes.join(', '))
    assert.ok(notes.length <= 6, notes.join(', '))
  })

  test('keeps what is noted again after the moment of a backup', async (context) => {
    const { server, session } = await open(context)
    const { id } = (await createPilot(server)).user
    const { sql } = server.services.db
    const rename = () => sql`update users set name = name || '!' where id = ${id}`
    await settleNow(session)
    assert.deepEqual(await listNotes(server), [
      `installation ["backup_base"]`,
      `installation ["backup_base_at"]`,
    ])
    await rename()
    await rename()
    const isNoted = async () => (await listNotes(server)).includes(`users ["${id}"]`)
    assert.ok(await isNoted())
    await settleNow(session, rename)
    assert.ok(await isNoted(), 'the archive has the row as it was before')
    await settleNow(session)
    assert.ok(!(await isNoted()))
  })

  test(
    'keeps what a transaction notes that is open in the moment',
    { skip: !isPostgres },
    async (context) => {
      const { server, session, environment } = await open(context)
      const { id } = (await createPilot(server)).user
      const writer = await openSession(findPlace(readConfig(environment)))
      context.after(() => writer.close())
      const rename = () => writer.run(`update users set name = name || '!' where id = $1`, [id])
      const isNoted = async () => (await listNotes(server)).includes(`users ["${id}"]`)
      await settleNow(session)
      for (const when of ['before it is settled', 'after']) {
        await rename()
        await writer.run('begin')
        await rename()
        // It waits for no writer, who may be about to wait for it.
        await settleNow(session, async () => when === 'after' || writer.run('commit'))
        if (when === 'after') await writer.run('commit')
        assert.ok(await isNoted(), when)
      }
    },
  )

  test('a key column takes a new name once its trigger is gone, as the page says', async (context) => {
    const { server, session } = await open(context)
    await session.runScript('create table visits (day text primary key, note text)')
    await settleNow(session)
    const base = await readBase(session)
    await session.runScript('alter table visits rename column day to date')
    if (isPostgres) {
      await assert.rejects(session.run(`insert into visits values ('0', '')`), /has no field "day"/)
      await session.runScript('drop function if exists row_changes_visits() cascade')
    }
    await session.run(`insert into visits values ('1', '')`)
    await startJournal(session, Date.now())
    assert.equal((await readBase(session)) === base, !isPostgres, 'a change may have been missed')
    await session.run(`insert into visits values ('2', '')`)
    const notes = (await listNotes(server)).filter((note) => note.startsWith('visits'))
    assert.deepEqual(notes, isPostgres ? ['visits ["2"]'] : ['visits ["1"]', 'visits ["2"]'])
  })

  test('deletes nothing for a backup that another one has overtaken', async (context) => {
    const { server, session } = await open(context)
    await settleNow(session)
    const { id } = (await createPilot(server)).user
    await settleNow(session, () => settle(session, { base: 'other', id: 'mine', mark: '', nowMs: 0 }))
    const base = await readBase(session)
    await createPilot(server)
    const before = await listNotes(server)
    await settle(session, { base: 'overtaken', id, mark: '999:999:', nowMs: 0 })
    assert.equal(await readBase(session), base)
    assert.deepEqual(await listNotes(server), before)
  })

  test('goes with the setting, and not while another node may need it', async (context) => {
    const { server, session, environment } = await open(context)
    const folder = makeFolder(context)
    const { db, now } = server.services
    const configOf = (settings: Record<string, string>) => readConfig({ ...environment, ...settings })
    const begin = async () => {
      const config = configOf({ BACKUP_DIR: folder })
      await backUp({ config, log, now }, folder, 'increment', never)
      assert.equal(await isJournalUnused({ config, db, now }), false)
    }
    const drop = (settings: Record<string, string>, atMs = now()) =>
      dropUnusedJournal({ config: configOf(settings), db, log, now: () => atMs }, never)
    const isThere = async () => {
      await createPilot(server)
      return (await listNotes(server)).length > 0
    }
    await begin()
    assert.ok(await isThere())
    await drop({})
    assert.equal(await isThere(), false, 'no other node is there')
    const base = await readBase(session)
    await begin()
    assert.notEqual(await readBase(session), base)
    await drop({ BACKUP_DIR: folder, BACKUP_INCREMENT_MINUTES: '0' })
    assert.equal(await isThere(), false, 'it was switched off')
    if (!isPostgres) return

    for (const role of ['working', 'serving']) {
      const announced = await startAnnouncing(server.services, '1.2.0', [role])
      context.after(() => announced.stop())
    }
    await begin()
    await drop({}, now() + 50)
    assert.ok(await isThere(), 'one of the nodes makes them')
    await drop({}, now() + DAY_MS - HOUR_MS)
    await drop({}, now() + DAY_MS + HOUR_MS)
    assert.equal(await isThere(), false, 'none has for a day')
  })

  test('leaves out tables that there are', async (context) => {
    const { session } = await open(context)
    const names = (await readTables(session)).map(({ name }) => name)
    assert.deepEqual(
      Object.keys(withoutRows).filter((name) => !names.includes(name)),
      [],
    )
  })
})
