import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTakeoffs } from '../site-file.ts'
import { writeSiteList } from './site-list.ts'

const element = (id: number, tags: Record<string, string>) => ({ type: 'way', id, lat: 46.5, lon: 7.5, tags })

test('take-offs of OpenStreetMap become a file of sites; landings, clubs and what has no name do not', () => {
  const { text, sites, leftOut } = writeSiteList([
    element(1, { sport: 'free_flying', 'free_flying:site': 'takeoff', name: ' First\n ', ele: '2166' }),
    element(2, { 'free_flying:site': 'Takeoff;landing', official_name: 'Startplatz Süd' }),
    element(3, { sport: 'free_flying', 'free_flying:site': 'training', name: 'Slope' }),
    element(4, { sport: 'free_flying', name: 'Kumma' }),
    element(5, { sport: 'free_flying', 'free_flying:takeoff': 'yes', name: 'Kante', tourism: 'viewpoint' }),
    element(6, { sport: 'free_flying', 'free_flying:site': 'landing', name: 'Field' }),
    element(7, { sport: 'free_flying', 'free_flying:site': 'toplanding', name: 'Top' }),
    element(8, { sport: 'free_flying', 'free_flying:site': 'takeoff', name: '  ' }),
    element(9, { sport: 'free_flying', club: 'sport', name: 'The club' }),
  ])
  const read = parseTakeoffs(text)
  assert.deepEqual(read.refused, [])
  assert.deepEqual(
    read.sites.map(({ externalId, name, altitude }) => [externalId, name, altitude]),
    [
      ['way/1', 'First', 2166],
      ['way/2', 'Startplatz Süd', null],
      ['way/3', 'Slope', null],
      ['way/4', 'Kumma', null],
      ['way/5', 'Kante', null],
    ],
  )
  assert.deepEqual([sites, leftOut], [5, 4])
})
