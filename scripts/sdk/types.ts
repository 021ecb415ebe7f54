// `npm run sdk:types` writes sdk/types/ from the schemas of contract/: the types of the SDK are what the
// description says, without a dependency on the library the schemas are written with.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AirspaceEntry, EnteredAirspace, FlightAirspace } from '#contract/airspace.ts'
import { AnalysisSummary, FlightAnalysis, Phase, Wind } from '#contract/analysis.ts'
import { Certificate, ScoredPoint } from '#contract/certificate.ts'
import { ConnectionEnded, FlightDeleted, FlightUpdated, FlightUploaded } from '#contract/events.ts'
import { FileSignature } from '#contract/signature.ts'
import { FlightTerrain } from '#contract/terrain.ts'
import { Import } from '#contract/imports.ts'
import { League, LeagueRules, LeagueScore, ScoresQuery } from '#contract/leagues.ts'
import { FlightChange, FlightChangesQuery, FlightListQuery, LightFlight } from '#contract/flight-list.ts'
import {
  Diagnosis,
  Flight,
  FlightCorrection,
  TrackColumns,
  TrackFeature,
  UploadFields,
  UploadResult,
  Validation,
} from '#contract/flight.ts'
import { DeviceAuthorizationResponse, IntrospectionResponse, TokenResponse } from '#contract/oauth.ts'
import type { Schema } from '#contract/openapi/document.ts'
import { AddedPhoto, Photo, PhotoChange, PhotoQuery } from '#contract/own/photo.ts'
import { Profile } from '#contract/profile.ts'
import { NotCounted } from '#contract/own/counting.ts'
import { FlightSharing, SharedFlight } from '#contract/sharing/shared-flight.ts'
import { Statistics, StorageUse } from '#contract/logbook.ts'
import { Glider, GliderChange, GliderFlights, GliderRegistration } from '#contract/own/gliders.ts'
import { FlightRecords, Records, SeasonRecords } from '#contract/own/records.ts'
import { TakeoffName, TakeoffNamed } from '#contract/own/takeoff-names.ts'
import { FlightTracks, TracksQuery } from '#contract/own/tracks.ts'
import {
  CreatedWebhookResponse,
  DeliveryQuery,
  EventListResponse,
  WebhookRegistration,
  ReplayRequest,
  RotatedSecretResponse,
  TestResponse,
  Webhook,
  WebhookChange,
  WebhookDelivery,
} from '#contract/webhooks.ts'

/** Where each type is written, and which schema says it. */
const files: Record<string, Record<string, object>> = {
  airspace: { AirspaceEntry, EnteredAirspace, FlightAirspace },
  analysis: { Wind, Phase, FlightAnalysis, AnalysisSummary },
  certificate: { ScoredPoint, Certificate },
  terrain: { FlightTerrain },
  signature: { FileSignature },
  logbook: {
    Statistics,
    StorageUse,
    Records,
    SeasonRecords,
    FlightRecords,
    TracksQuery,
    FlightTracks,
    TakeoffName,
    TakeoffNamed,
  },
  counting: { NotCounted },
  validation: { Diagnosis, Validation: Validation.properties.data },
  gliders: { Glider, GliderRegistration, GliderChange, GliderFlights },
  leagues: { LeagueRules, League, ScoresQuery, LeagueScore },
  flight: {
    Flight,
    LightFlight,
    FlightCorrection,
    UploadOptions: UploadFields,
    Uploaded: UploadResult.properties.data,
    TrackColumns: TrackColumns.properties.data,
    TrackFeature,
    FlightListQuery,
    FlightChangesQuery,
    FlightChange,
  },
  photos: { Photo, AddedPhoto: AddedPhoto.properties.data, PhotoChange, PhotoQuery },
  sharing: { SharedFlight, FlightSharing },
  imports: { Import },
  profile: { Profile },
  oauth: { TokenResponse, DeviceAuthorizationResponse, IntrospectionResponse },
  events: { FlightUploaded, FlightUpdated, FlightDeleted, ConnectionEnded },
  webhooks: {
    WebhookRegistration,
    WebhookChange,
    Webhook,
    CreatedWebhook: CreatedWebhookResponse.properties.data,
    RotatedSecret: RotatedSecretResponse.properties.data,
    DeliveryQuery,
    ReplayRequest,
    WebhookDelivery,
    SentTest: TestResponse.properties.data,
    PastEvent: EventListResponse.properties.data.items,
  },
}

/** Schemas with a title are written once and named elsewhere. */
const fileOfName = new Map(
  Object.entries(files).flatMap(([file, types]) => Object.keys(types).map((name) => [name, file] as const)),
)

class Printer {
  readonly used = new Set<string>()

  print(schema: Schema, indent: string, isRoot = false): string {
    const { title } = schema
    if (!isRoot && title !== undefined && fileOfName.has(title)) {
      this.used.add(title)
      return title
    }
    if (schema.const !== undefined) return quote(schema.const)
    if (schema.enum) return schema.enum.map(quote).join(' | ')
    if (schema.anyOf) return schema.anyOf.map((member) => this.print(member, indent)).join(' | ')
    if (Array.isArray(schema.type)) {
      return schema.type.map((type) => this.print({ ...schema, type }, indent)).join(' | ')
    }
    if (schema.type === 'array') return `Array<${this.print(schema.items ?? {}, indent)}>`
    if (schema.type === 'object') return this.printObject(schema, indent)
    if (schema.type === 'integer') return 'number'
    return schema.type ?? 'unknown'
  }

  private printObject(schema: Schema, indent: string): string {
    const inner = `${indent}  `
    const open = schema.additionalProperties
    const rest = open === true ? 'unknown' : open ? this.print(open, inner) : undefined
    const members = Object.entries(schema.properties ?? {})
    if (members.length === 0) return `Record<string, ${rest ?? 'never'}>`
    const lines = members.map(([name, member]) => {
      const mark = schema.required?.includes(name) ? '' : '?'
      return `${comment(member, inner)}${inner}${name}${mark}: ${this.print(member, inner)}\n`
    })
    if (rest !== undefined) lines.push(`${inner}[member: string]: ${rest}\n`)
    return `{\n${lines.join('')}${indent}}`
  }
}

function quote(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value)
}

function comment(schema: Schema, indent: string): string {
  const description = schema.description ?? schema.anyOf?.[0]?.description
  return description === undefined ? '' : `${indent}/** ${description.replaceAll('*/', '')} */\n`
}

function printFile(file: string, types: Record<string, object>): string {
  const printer = new Printer()
  const texts = Object.entries(types).map(([name, schema]) => {
    return `\n${comment(schema, '')}export type ${name} = ${printer.print(schema as Schema, '', true)}\n`
  })
  const others = Map.groupBy([...printer.used].sort(), (name) => fileOfName.get(name) ?? '')
  const imports = [...others]
    .filter(([other]) => other !== file)
    .map(([other, names]) => `import type { ${names.join(', ')} } from './${other}.ts'\n`)
  return `// Written by scripts/sdk/types.ts from contract/; not by hand.\n${imports.join('')}${texts.join('')}`
}

/** The text of every file of sdk/types/, by its name. */
export function printTypes(): Map<string, string> {
  return new Map(Object.entries(files).map(([file, types]) => [`${file}.ts`, printFile(file, types)]))
}

if (import.meta.main) {
  const folder = join(import.meta.dirname, '../../sdk/types')
  for (const [name, text] of printTypes()) writeFileSync(join(folder, name), text)
}
