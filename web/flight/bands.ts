// Marks on the barogram: the phases in one row, the airspaces that the flight was in, in another.
import type { AirspaceEntry, FlightAirspace } from '#contract/airspace.ts'
import type { FlightAnalysis, Phase } from '#contract/analysis.ts'
import type { Band } from './map/barogram.ts'

const colours: Partial<Record<Phase['kind'], string>> = {
  thermal: '--sun',
  glide: '--sky',
  soaring: '--good',
  circling: '--danger',
  unknown: '--line-strong',
}

const entryColours: Record<AirspaceEntry['status'], string> = {
  undecidable: '--line-strong',
  grazing: '--sun',
  inside: '--danger',
}

const at = (moment: { time: string }) => Date.parse(moment.time) / 1000

export function listPhases({ phases }: FlightAnalysis): Band[] {
  return phases.flatMap(({ kind, start, end }): Band[] => {
    const colour = colours[kind]
    return colour === undefined ? [] : [{ from: at(start), to: at(end), colour, row: 0 }]
  })
}

export function listEntries({ airspaces }: FlightAirspace): Band[] {
  const entries = airspaces.filter(({ isRestrictive }) => isRestrictive).flatMap((entered) => entered.entries)
  // Certain entries are drawn last, over uncertain ones.
  const rank = Object.keys(entryColours)
  const byStatus = entries.toSorted((one, other) => rank.indexOf(one.status) - rank.indexOf(other.status))
  return byStatus.map(({ enter, exit, status }) => ({
    from: at(enter),
    to: at(exit),
    colour: entryColours[status],
    row: 1,
  }))
}
