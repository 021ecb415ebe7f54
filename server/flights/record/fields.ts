// Selects the members of a flight that a list shows: all, a light selection, or those that are named.
import { Flight } from '#contract/flight.ts'
import { LIGHT_FIELDS } from '#contract/flight-list.ts'
import { invalidRequest } from '#server/platform/errors.ts'

const INFO = 'flightInfo'
const infoNames = Object.keys(Flight.properties.flightInfo.properties).map((name) => `${INFO}.${name}`)
const known = new Set([...Object.keys(Flight.properties), ...infoNames])
const light = [...known].filter((name) => name !== INFO && name !== 'flightInfo.metadata')

/** Names of members, those of flightInfo one by one; undefined: the whole flight. */
export type Fields = ReadonlySet<string> | undefined

export function readFields(text: string | undefined): Fields {
  if (text === undefined) return undefined
  const names = text === LIGHT_FIELDS ? light : text.split(',').map((name) => name.trim())
  if (!names.every((name) => known.has(name)))
    throw invalidRequest(`fields must be ${LIGHT_FIELDS}, or a list of: ${[...known].join(', ')}.`)
  return new Set(names.flatMap((name) => (name === INFO ? infoNames : name)))
}

/** The metadata, with the certificate of the score, is most of a flight. */
export function hasMetadata(fields: Fields): boolean {
  return fields === undefined || fields.has('flightInfo.metadata')
}

export function selectFields<Shown extends { flightInfo: object }>(
  flight: Shown,
  fields: Fields,
): Partial<Shown> {
  if (!fields) return flight
  const { flightInfo, ...others } = flight
  const info = pick(flightInfo, (name) => fields.has(`${INFO}.${name}`))
  const members = pick(others, (name) => fields.has(name))
  return Object.keys(info).length === 0
    ? (members as Partial<Shown>)
    : ({ ...members, flightInfo: info } as Partial<Shown>)
}

function pick(members: object, isChosen: (name: string) => boolean): object {
  return Object.fromEntries(Object.entries(members).filter(([name]) => isChosen(name)))
}
