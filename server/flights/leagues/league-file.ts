// A league that an operator adds, as JSON: its form is a schema, and what the form cannot say is checked after it.
import { type Static, type TSchema, Type } from 'typebox'
import { marks } from '#igc/marks.ts'
import { open, outAndReturn, startAndReturn, straight, triangle } from '#scoring/leagues/categories.ts'
import { defineLeague, type League, type LeagueRules } from '#scoring/leagues/league.ts'
import { type Category, flightTypes, type Shape, shapes } from '#scoring/rules.ts'
import { requireValid } from '#server/platform/http/schemas.ts'

const text = (most: number) =>
  Type.String({ pattern: `^[^\\p{Cc}]{1,${most}}$`, 'x-must-be': `a text of 1 to ${most} characters` })
const word = (pattern: string, words: string) => Type.String({ pattern, 'x-must-be': words })
const day = word('^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$', 'a day such as 2026-10-01')
const countries = Type.Array(word('^[A-Z]{2}$', 'a country code such as AT'), { minItems: 1, maxItems: 300 })
const number = (minimum: number, maximum: number) => Type.Number({ minimum, maximum })
const decimals = Type.Optional(Type.Integer({ minimum: 0, maximum: 6 }))
const maybe = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]))

const MAX_KM = 10_000
const MAX_FACTOR = 100
const closed = { additionalProperties: false }
const optionalKm = Type.Optional(number(0, MAX_KM))

const CategoryForm = Type.Object(
  {
    shape: Type.Enum([...shapes]),
    multiplier: number(0.01, MAX_FACTOR),
    minimumKm: optionalKm,
    type: Type.Optional(Type.Enum(flightTypes.filter((type) => type.endsWith('Triangle')))),
    minimumSideShare: Type.Optional(number(0, 1 / 3)),
    maximumSideShare: Type.Optional(number(1 / 3, 1)),
    closing: Type.Optional(
      Type.Object({ share: Type.Optional(number(0, 1)), fixedKm: optionalKm, freeKm: optionalKm }, closed),
    ),
  },
  closed,
)
type CategoryForm = Static<typeof CategoryForm>

const RulesForm = Type.Object(
  {
    version: text(80),
    validFrom: maybe(day),
    validTo: maybe(day),
    countries: maybe(countries),
    exceptCountries: maybe(countries),
    sources: maybe(Type.Array(text(500), { minItems: 1, maxItems: 10 })),
    categories: Type.Array(CategoryForm, { minItems: 1, maxItems: 30 }),
    distanceDecimals: decimals,
    scoreDecimals: decimals,
    minimumPoints: maybe(number(0, MAX_KM)),
    wingFactors: maybe(
      Type.Unsafe<Record<string, number>>({
        type: 'object',
        propertyNames: word('^[\\p{L}\\d +-]{1,20}$', 'names of 1 to 20 letters and digits'),
        additionalProperties: number(0.01, MAX_FACTOR),
        maxProperties: 100,
      }),
    ),
    notes: maybe(text(500)),
    refuses: maybe(Type.Array(Type.Enum([...marks]), { minItems: 1, maxItems: marks.length })),
  },
  closed,
)
type RulesForm = Static<typeof RulesForm>

const LeagueForm = Type.Object(
  {
    id: word('^[a-z0-9][a-z0-9-]{0,39}$', '1 to 40 lowercase letters, digits and hyphens'),
    name: text(80),
    seasonStart: maybe(word('^(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$', 'a month and day such as 10-01')),
    rules: Type.Array(RulesForm, { minItems: 1, maxItems: 50 }),
  },
  closed,
)

/** Throws with a sentence. */
export function readLeague(json: string): League {
  const { id, name, seasonStart = null, rules } = requireValid(LeagueForm, parse(json))
  return defineLeague({ id, name, seasonStart }, rules.map(toRules))
}

function parse(json: string): object {
  try {
    const value: unknown = JSON.parse(json.replace(/^\uFEFF/, ''))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch (error) {
    refuse(`The file is not JSON: ${(error as Error).message}.`)
  }
  return refuse('The file must be a JSON object.')
}

function refuse(sentence: string): never {
  throw new Error(sentence)
}

function toRules({ countries, exceptCountries: except, ...row }: RulesForm): Omit<LeagueRules, 'name'> {
  const { validFrom = null, validTo = null, distanceDecimals = 2, scoreDecimals = 2 } = row
  if (validFrom !== null && validTo !== null && validTo < validFrom)
    refuse('validTo must not be before validFrom.')
  if (countries && except) refuse('Give countries or exceptCountries, not both.')
  if (row.categories.filter(({ shape }) => shape === 'open').length > 1)
    refuse('categories must have at most one of the shape open.')
  return {
    version: row.version,
    validFrom,
    validTo,
    region: countries ? { countries } : except ? { except } : null,
    basis: 'operator',
    sources: row.sources ?? [],
    categories: row.categories.map(toCategory),
    distanceDecimals,
    scoreDecimals,
    minimumPoints: row.minimumPoints ?? null,
    wingFactors: row.wingFactors ?? null,
    notes: row.notes ?? null,
    refuses: row.refuses ?? [],
  }
}

/** Beside shape, multiplier and minimumKm. */
const membersOf: Record<Shape, readonly string[]> = {
  open: [],
  straight: [],
  triangle: ['type', 'minimumSideShare', 'maximumSideShare', 'closing'],
  'out-and-return': ['closing'],
  'start-and-return': ['closing'],
}

function toCategory({ shape, multiplier, minimumKm = 0, ...others }: CategoryForm): Category {
  const unknown = Object.keys(others).find((name) => !membersOf[shape].includes(name))
  if (unknown !== undefined) refuse(`${unknown} means nothing for the shape ${shape}.`)
  if (shape === 'open') return open(multiplier, minimumKm)
  if (shape === 'straight') return straight(multiplier, minimumKm)
  const { type, minimumSideShare: min, maximumSideShare: max } = others
  const given = others.closing ?? refuse(`closing is missing for the shape ${shape}.`)
  const closing = { share: 0, fixedKm: 0, freeKm: 0, ...given }
  if (shape === 'out-and-return') return outAndReturn(multiplier, closing, minimumKm)
  if (shape === 'triangle') {
    const sides = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
    return triangle(
      type ?? refuse('type is missing for the shape triangle.'),
      multiplier,
      closing,
      sides,
      minimumKm,
    )
  }
  if (closing.share > 0 || closing.freeKm < closing.fixedKm)
    refuse('fixedKm must be the only limit of a start-and-return, with freeKm the same.')
  return { ...startAndReturn(multiplier, closing.fixedKm), minimumKm, closing }
}
