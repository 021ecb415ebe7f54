import type { Client } from '../../sdk/index.ts'
import { getRankingPilot, getRankingProof, listRows, listSeasons } from '../../sdk/clubs/index.ts'
import { writeWhole } from '../../sdk/node/write-whole.ts'
import { openAccount } from '../account/account.ts'
import {
  type Command,
  exitCodes,
  type Invocation,
  readNumber,
  type Terminal,
  UsageError,
} from '../command.ts'
import { toTable } from '../terminal/table.ts'

export const rankings: Command = {
  about:
    'Lists seasons and their rankings, the places of one, or a pilot’s row with the reason of each flight.',
  words: '[RANKING [me|KEY]]',
  options: {
    club: { type: 'string', value: 'ID', about: 'only seasons of this club, or pilots who are its members' },
    limit: { type: 'string', value: 'N', about: 'at most this many places; 100 by default' },
    proof: {
      type: 'string',
      value: 'FILE',
      about: 'writes the proof of the ranking there, for verify-ranking',
      completes: 'files',
    },
    json: { type: 'boolean', about: 'one line of JSON for each ranking, place or flight' },
  },
  examples: [
    'cloudstreet rankings',
    'cloudstreet rankings 68f0a1b2c3d4e5f6a7b8c9d0 --limit 10',
    'cloudstreet rankings 68f0a1b2c3d4e5f6a7b8c9d0 me',
    'cloudstreet rankings 68f0a1b2c3d4e5f6a7b8c9d0 --proof proof.json',
  ],
  async run(given, terminal) {
    const [id, pilot, another] = given.words
    const proof = given.text('proof')
    if (another !== undefined) throw new UsageError('One ranking, and me or the key of a row.')
    if (proof !== undefined && (id === undefined || pilot !== undefined))
      throw new UsageError('--proof is of one ranking: name it, and no pilot.')
    const limit = readNumber(given, 'limit', 100)
    const { client } = await openAccount(terminal.say)
    if (id === undefined) await showSeasons(client, given, terminal)
    else if (proof !== undefined) await keepProof(client, id, proof, terminal)
    else if (pilot === undefined) await showRows(client, id, limit, given, terminal)
    else await showPilot(client, id, pilot, given, terminal)
    return exitCodes.done
  },
}

/** Each line as JSON, or all as a table. */
function show<Line extends object>(
  given: Invocation,
  { print }: Terminal,
  lines: readonly Line[],
  head: readonly string[],
  toCells: (line: Line) => (string | number | undefined)[],
): void {
  if (given.isSet('json')) for (const line of lines) print(JSON.stringify(line))
  else print(...(lines.length === 0 ? ['None.'] : toTable(head, lines.map(toCells))))
}

const ofClub = (given: Invocation) => {
  const clubId = given.text('club')
  return clubId === undefined ? {} : { clubId }
}

async function showSeasons(client: Client, given: Invocation, terminal: Terminal): Promise<void> {
  const lines = []
  for await (const season of listSeasons(client, { ...ofClub(given), signal: terminal.signal }))
    for (const { id, name } of season.rankings)
      lines.push({ id, name, season: season.name, ...season.terms, closedAt: season.closedAt })
  const head = ['id', 'ranking', 'season', 'from', 'to']
  show(given, terminal, lines, head, ({ id, name, season, from, to }) => [id, name, season, from, to])
}

async function showRows(
  client: Client,
  id: string,
  limit: number,
  given: Invocation,
  terminal: Terminal,
): Promise<void> {
  const lines = []
  const asked = { ...ofClub(given), limit: Math.min(limit, 100), signal: terminal.signal }
  for await (const row of listRows(client, id, asked)) {
    lines.push(row)
    if (lines.length >= limit) break
  }
  show(given, terminal, lines, ['place', 'sum', 'flights', 'key', 'name'], (row) => [
    String(row.place ?? '-'),
    row.sum,
    String(row.flightCount),
    row.key,
    row.name ?? '',
  ])
}

async function showPilot(
  client: Client,
  id: string,
  pilot: string,
  given: Invocation,
  terminal: Terminal,
): Promise<void> {
  const { row, flights, neededToCount, neededToPass } = await getRankingPilot(client, id, pilot, {
    signal: terminal.signal,
  })
  show(given, terminal, flights, ['date', 'value', 'flight', ''], (flight) => [
    flight.date,
    flight.value ?? undefined,
    flight.flightId ?? '',
    `${flight.reason}${flight.isNext ? ' (the next that would count)' : ''}`,
  ])
  const place = row?.place ?? undefined
  if (row) terminal.say(`${place === undefined ? 'No place yet' : `Place ${place}`}: ${row.sum}.`)
  if (neededToCount !== null) terminal.say(`A new flight counts from ${neededToCount} on.`)
  if (neededToPass !== null) terminal.say(`It passes the row above from ${neededToPass} on.`)
}

async function keepProof(client: Client, id: string, path: string, terminal: Terminal): Promise<void> {
  const sealed = await getRankingProof(client, id, { signal: terminal.signal })
  await writeWhole(path, new TextEncoder().encode(JSON.stringify(sealed)))
  terminal.say(`${path}: ${sealed.proof.flights.length} flights, SHA-256 ${sealed.sha256}`)
}
