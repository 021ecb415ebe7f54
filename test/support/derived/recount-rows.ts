// Columns of a flight that follow from others of the same row.
import type { Certificate } from '#contract/certificate.ts'
import { fragment, type Fragment, type Sql } from '#server/platform/database/database.ts'
import type { StoredFlight } from '#server/flights/record/columns.ts'
import { seasonOf } from '#server/flights/record/flight.ts'
import type { Metadata } from '#server/flights/record/metadata.ts'
import { writeSearchText } from '#server/flights/record/text/search-text.ts'

const PAGE_SIZE = 200

type Row = Pick<
  StoredFlight,
  | 'id'
  | 'flight_date'
  | 'created_at'
  | 'season'
  | 'score'
  | 'distance_km'
  | 'score_type'
  | 'title'
  | 'notes'
  | 'metadata'
  | 'search_text'
>

type Derived = Pick<Row, 'season' | 'score' | 'distance_km' | 'score_type' | 'search_text'>

const columns = fragment`
  id, flight_date, created_at, season, score, distance_km, score_type, title, notes, metadata, search_text`

/** As an upload writes them: the score's from its certificate. Undefined where the metadata is no JSON. */
function derive(row: Row): Derived | undefined {
  const metadata = readMetadata(row)
  if (!metadata) return undefined
  const { scoring } = metadata
  return {
    season: seasonOf(row.flight_date),
    score: scoring?.score ?? row.score,
    distance_km: scoring?.distanceKm ?? row.distance_km,
    score_type: scoring?.type ?? row.score_type,
    search_text: writeSearchText(row, row.metadata),
  }
}

function readMetadata({ metadata }: Row): (Metadata & { scoring?: Certificate }) | undefined {
  try {
    return JSON.parse(metadata) as Metadata & { scoring?: Certificate }
  } catch {
    return undefined
  }
}

function isRight(row: Row): boolean {
  const derived = derive(row)
  return (
    derived !== undefined &&
    (Object.keys(derived) as (keyof Derived)[]).every((name) => derived[name] === row[name])
  )
}

/** Ids of flights. */
export async function listWrongRows(sql: Sql, ownerId: string): Promise<string[]> {
  const wrong: string[] = []
  for (let after: Row | undefined; ;) {
    const page: Row[] = await sql<Row>`
      select ${columns} from flights where owner_id = ${ownerId} and ${isAfter(after)}
      order by flight_date, created_at, id limit ${PAGE_SIZE}`
    wrong.push(...page.filter((row) => !isRight(row)).map(({ id }) => id))
    if (page.length < PAGE_SIZE) return wrong
    after = page.at(-1)
  }
}

const isAfter = (row: Row | undefined): Fragment =>
  row
    ? fragment`(flight_date, created_at, id) > (${row.flight_date}, ${row.created_at}, ${row.id})`
    : fragment`1 = 1`
