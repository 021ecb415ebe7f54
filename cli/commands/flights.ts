import { type FlightFilter, listFlights } from '../../sdk/index.ts'
import { openAccount } from '../account/account.ts'
import { type Command, exitCodes, readNumber } from '../command.ts'
import { toTable } from '../terminal/table.ts'

export const flights: Command = {
  about: 'Lists your flights, newest first.',
  words: '',
  options: {
    season: { type: 'string', value: 'YEAR', about: 'of this season' },
    from: { type: 'string', value: 'DATE', about: 'of this day or later, such as 2026-05-01' },
    to: { type: 'string', value: 'DATE', about: 'of this day or earlier' },
    limit: { type: 'string', value: 'N', about: 'at most this many; 20 by default' },
    json: { type: 'boolean', about: 'one line of JSON for each flight' },
  },
  examples: ['cloudstreet flights --season 2026', 'cloudstreet flights --limit 9999 --json > flights.jsonl'],
  async run(given, terminal) {
    const { print, signal } = terminal
    const limit = readNumber(given, 'limit', 20)
    const [season, from, to] = [
      given.text('season') && readNumber(given, 'season', 0),
      given.text('from'),
      given.text('to'),
    ]
    const filter: FlightFilter = {
      ...(season ? { season } : {}),
      ...(from ? { from } : {}),
      ...(to ? { to } : {}),
    }
    const { client } = await openAccount(terminal.say)
    const rows = []
    let count = 0
    for await (const flight of listFlights(client, filter, { signal })) {
      if (given.isSet('json')) print(JSON.stringify(flight))
      else {
        const { takeoff, notCounted } = flight.flightInfo
        const { score, distance, type } = flight.scoring
        rows.push([
          flight.flight_date,
          flight.id,
          `${takeoff.name} ${takeoff.country}`,
          score,
          distance,
          notCounted ? `${type} (not counted: ${notCounted.reason})` : type,
        ])
      }
      if (++count >= limit) break
    }
    if (!given.isSet('json'))
      print(
        ...(rows.length === 0
          ? ['No flights.']
          : toTable(['date', 'id', 'take-off', 'points', 'km', ''], rows)),
      )
    return exitCodes.done
  },
}
