// Internal to the dashboard; may change with any release.
// GET /app/api/airspace-files; POST the same with the file as its body and its name as ?name; DELETE .../:id.
import { type Static, Type } from 'typebox'
import { idParams } from '#contract/values.ts'

export const AirspaceFileQuery = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 200 })),
})

export const AirspaceFileParams = idParams('The id of the airspace file.')
export type AirspaceFileParams = Static<typeof AirspaceFileParams>

export interface OwnAirspaceFile {
  id: string
  name: string
  airspaces: number
  addedAt: string
}

export interface OwnAirspaceFiles {
  files: OwnAirspaceFile[]
}
