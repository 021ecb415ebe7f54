import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Finder, listVolumes } from './finder.ts'

test('a stick in a folder of its user is one volume, and a file on it that still grows is left', async (context) => {
  const media = mkdtempSync(join(tmpdir(), 'cloudstreet-media-'))
  context.after(() => rmSync(media, { recursive: true }))
  const stick = join(media, 'me/VARIO')
  mkdirSync(stick, { recursive: true })
  mkdirSync(join(media, 'vario'))
  process.env.CLOUDSTREET_VOLUMES = `${media}:${media}/me:${media}/nowhere`
  context.after(() => delete process.env.CLOUDSTREET_VOLUMES)
  const volumes = await listVolumes()
  assert.deepEqual(volumes, [join(media, 'vario'), stick])

  const finder = new Finder(() => undefined)
  const look = async () => {
    const names: string[] = []
    for await (const { name } of finder.look(await listVolumes())) names.push(name)
    return names
  }
  const path = join(stick, 'growing.igc')
  writeFileSync(path, 'A')
  assert.deepEqual(await look(), [])
  appendFileSync(path, 'B')
  assert.deepEqual(await look(), [], 'it has grown')
  assert.deepEqual(await look(), ['growing.igc'])
  assert.deepEqual(await look(), [], 'it is taken')
})
