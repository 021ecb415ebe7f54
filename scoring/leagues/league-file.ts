// A league that an operator adds, as JSON: read whole, with a sentence for each mistake.
import { type Mark, marks } from '#igc/marks.ts'
import { type Category, type FlightType, flightTypes, type Shape, shapes } from '../rules.ts'
import { open, straight } from './categories.ts'
import { defineLeague, type League, type LeagueRules, type Region } from './league.ts'
import { createReader, type Reader } from './read-json.ts'

export type LeagueFile = { league: League; mistakes: [] } | { league: null; mistakes: string[] }

const ID = { pattern: /^[a-z0-9][a-z0-9-]{0,39}$/, says: 'be 1 to 40 lowercase letters, digits and hyphens' }
const NAME = { pattern: /^[^\p{Cc}]{1,80}$/u, says: 'be a text of 1 to 80 characters' }
const NOTES = { pattern: /^[^\p{Cc}]{1,500}$/u, says: 'be a text of 1 to 500 characters' }
const DAY = { pattern: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, says: 'be a day such as 2026-10-01' }
const SEASON = {
  pattern: /^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  says: 'be a month and day such as 10-01',
}
const COUNTRY = { pattern: /^[A-Z]{2}$/, says: 'be a country code such as AT' }
const WING = { pattern: /^[\p{L}\d +-]{1,20}$/u, says: 'be a class of 1 to 20 letters and digits' }
const MARK = { pattern: new RegExp(`^(?:${marks.join('|')})$`), says: `be one of ${marks.join(', ')}` }

const MAX_ROWS = 50
const MAX_CATEGORIES = 30
const MAX_SOURCES = 10
const MAX_KM = 10_000
const MAX_FACTOR = 100
const MAX_DECIMALS = 6

/** Types that a shape may be called. */
const typesOfShape: Record<Shape, readonly FlightType[]> = {
  open: ['Free Flight'],
  straight: ['Straight Distance'],
  triangle: flightTypes.filter((type) => type.endsWith('Triangle')),
  'out-and-return': ['Out and Return'],
  'start-and-return': ['Out and Return'],
}

export function readLeague(text: string): LeagueFile {
  const mistakes: string[] = []
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    return { league: null, mistakes: [`The file is not JSON: ${(error as Error).message}.`] }
  }
  const league = readMembers(createReader(json, 'the league', mistakes))
  return mistakes.length > 0 ? { league: null, mistakes } : { league, mistakes: [] }
}

function readMembers(file: Reader): League {
  const id = file.text('id', ID)
  const name = file.text('name', NAME)
  const seasonStart = file.textOrNull('seasonStart', SEASON)
  const rows = file.list('rules', MAX_ROWS, (row) => readRules(row))
  file.end()
  return defineLeague({ id, name, seasonStart }, rows)
}

function readRules(row: Reader): Omit<LeagueRules, 'name'> {
  const rules = {
    version: row.text('version', NAME),
    validFrom: row.textOrNull('validFrom', DAY),
    validTo: row.textOrNull('validTo', DAY),
    region: readRegion(row),
    basis: 'operator' as const,
    sources: row.texts('sources', MAX_SOURCES, NOTES) ?? [],
    categories: row.list('categories', MAX_CATEGORIES, readCategory),
    distanceDecimals: row.wholeNumber('distanceDecimals', 0, MAX_DECIMALS, 2),
    scoreDecimals: row.wholeNumber('scoreDecimals', 0, MAX_DECIMALS, 2),
    minimumPoints: row.numberOrNull('minimumPoints', 0, MAX_KM),
    wingFactors: row.numbersByName('wingFactors', WING, 0.01, MAX_FACTOR),
    notes: row.textOrNull('notes', NOTES),
    refuses: (row.texts('refuses', marks.length, MARK) ?? []) as Mark[],
  }
  const { validFrom, validTo, categories } = rules
  if (validFrom !== null && validTo !== null && validTo < validFrom)
    row.refuse('validTo', 'not be before validFrom')
  if (categories.filter(({ shape }) => shape === 'open').length > 1)
    row.refuse('categories', 'have at most one of the shape open')
  row.end()
  return rules
}

function readRegion(row: Reader): Region | null {
  const countries = row.texts('countries', 300, COUNTRY)
  const except = row.texts('exceptCountries', 300, COUNTRY)
  if (countries && except) row.refuse('exceptCountries', 'be left out where there are countries')
  if (countries) return { countries }
  return except ? { except } : null
}

function readCategory(row: Reader): Category {
  const shape = row.oneOf('shape', shapes, 'open')
  const multiplier = row.number('multiplier', 0.01, MAX_FACTOR)
  const minimumKm = row.number('minimumKm', 0, MAX_KM, 0)
  const category =
    shape === 'open' || shape === 'straight'
      ? (shape === 'open' ? open : straight)(multiplier, minimumKm)
      : readCircuit(row, shape, multiplier, minimumKm)
  row.end()
  return category
}

function readCircuit(row: Reader, shape: Shape, multiplier: number, minimumKm: number): Category {
  const types = typesOfShape[shape]
  const isTriangle = shape === 'triangle'
  const closing = row.member('closing', (gap) => {
    const share = gap.number('share', 0, 1, 0)
    const fixedKm = gap.number('fixedKm', 0, MAX_KM, 0)
    const freeKm = gap.number('freeKm', 0, MAX_KM, 0)
    if (shape === 'start-and-return' && (share > 0 || freeKm < fixedKm))
      gap.refuse('fixedKm', 'be the only limit of a start-and-return, with freeKm the same')
    gap.end()
    return { share, fixedKm, freeKm }
  })
  return {
    // Only a triangle has a choice.
    type: isTriangle ? row.oneOf('type', types, 'Free Triangle') : types[0]!,
    shape,
    multiplier,
    minimumSideShare: isTriangle ? row.number('minimumSideShare', 0, 1 / 3, 0) : 0,
    maximumSideShare: isTriangle ? row.number('maximumSideShare', 1 / 3, 1, 1) : 1,
    minimumKm,
    closing: closing ?? { share: 0, fixedKm: 0, freeKm: 0 },
  }
}
