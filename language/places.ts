// The name of a take-off as its reader would say it. A nameless one is "8 km S of Grindelwald" in the API, and for readers
// "Grindelwald, 8 km south".
import type { places as English } from './en/places.ts'
import type { Formats } from './formats.ts'

const FROM_TOWN = /^(\d+) km ([NSEW]{1,2}) of (.+)$/

export function sayPlace({ winds }: typeof English, formats: Formats, name: string): string {
  const [, km, wind, town = ''] = FROM_TOWN.exec(name) ?? []
  if (wind === undefined || !(wind in winds)) return name
  const distance = formats.number(formats.convert('distance', Number(km)))
  return `${town}, ${distance} ${formats.unit('distance')} ${winds[wind as keyof typeof winds]}`
}

/** By its code; undefined where few fly. */
export const findCountry = (countries: string, code: string) =>
  countries
    .split('|')
    .find((country) => country.startsWith(code))
    ?.slice(2)
