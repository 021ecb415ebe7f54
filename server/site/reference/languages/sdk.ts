// How an operation is called with @cloudstreet/sdk, for those that it has.
import type { SampleRequest } from '../requests.ts'
import { literal, text } from './javascript.ts'

export interface SdkCall {
  /** In addition to those that make the client. */
  imports: string[]
  lines: string[]
  writesFile?: boolean
}

interface Parts {
  /** The id in the path. */
  id: string
  photoId: string
  query: string
  json: string
  file: string
}

const call = (name: string, lines: string[], more: Partial<SdkCall> = {}): SdkCall => ({
  imports: [name],
  lines,
  ...more,
})

const calls: Record<string, (parts: Parts) => SdkCall> = {
  listGliders: () =>
    call('listGliders', [
      'for await (const { name, flights, seconds } of listGliders(client)) {',
      '  console.log(name, flights, seconds / 3600)',
      '}',
    ]),
  addGlider: ({ json }) =>
    call('addGlider', [`const glider = await addGlider(client, ${json})`, 'console.log(glider.id)']),
  changeGlider: ({ id, json }) =>
    call('changeGlider', [
      `const glider = await changeGlider(client, ${id}, ${json})`,
      'console.log(glider.name)',
    ]),
  deleteGlider: ({ id }) => call('deleteGlider', [`await deleteGlider(client, ${id})`]),
  addGliderFlights: ({ id, json }) =>
    call('addGliderFlights', [`console.log(await addGliderFlights(client, ${id}, ${json}))`]),
  nameTakeoff: ({ id, json }) =>
    call('nameTakeoff', [
      `const { changed } = await nameTakeoff(client, ${id}, ${json})`,
      'console.log(changed)',
    ]),
  listTracks: ({ query }) =>
    call('listTracks', [
      `const { tracks } = await listTracks(client, ${query})`,
      'console.log(tracks.length)',
    ]),
  getRecords: ({ query }) =>
    call('getRecords', [
      `const { allTime, seasons } = await getRecords(client, ${query})`,
      'console.log(allTime.distance?.value, seasons[0]?.toDay.flights)',
    ]),
  getProfile: () =>
    call('getProfile', ['const profile = await getProfile(client)', 'console.log(profile.name)']),
  listFlights: ({ query }) =>
    call('listFlights', [
      `for await (const flight of listFlights(client, ${query})) {`,
      '  console.log(flight.flight_date, flight.scoring?.score)',
      '}',
    ]),
  listFlightChanges: ({ query }) =>
    call('listChanges', [
      `for await (const { changes, cursor } of listChanges(client, ${query})) {`,
      '  console.log(changes.length, cursor)',
      '}',
    ]),
  getFlight: ({ id }) =>
    call('getFlight', [
      `const flight = await getFlight(client, ${id})`,
      'console.log(flight.flight_date, flight.scoring.score)',
    ]),
  correctFlight: ({ id, json }) =>
    call('correctFlight', [
      `const flight = await correctFlight(client, ${id}, ${json})`,
      'console.log(flight.launch_type, flight.is_tandem)',
    ]),
  mergeFlights: ({ id, json }) =>
    call('mergeFlights', [
      `const flight = await mergeFlights(client, ${id}, ${json})`,
      'console.log(flight.id)',
    ]),
  deleteFlight: ({ id }) => call('deleteFlight', [`await deleteFlight(client, ${id})`]),
  downloadFlight: ({ id }) =>
    call('downloadFlight', [`await writeFile('flight.igc', await downloadFlight(client, ${id}))`], {
      writesFile: true,
    }),
  getFlightAnalysis: ({ id }) =>
    call('getAnalysis', [
      `const analysis = await getAnalysis(client, ${id})`,
      'console.log(analysis?.totals.thermals, analysis?.wind)',
    ]),
  addPhoto: ({ id, file }) =>
    call('addPhoto', [
      `const photo = await addPhoto(client, ${id}, ${file})`,
      'console.log(photo.id, photo.isNew)',
    ]),
  listPhotos: ({ id }) =>
    call('listPhotos', [
      `for await (const { id, caption } of listPhotos(client, ${id})) console.log(id, caption)`,
    ]),
  getPhoto: ({ id, photoId }) =>
    call('getPhoto', [`await writeFile('photo.webp', await getPhoto(client, ${id}, ${photoId}))`], {
      writesFile: true,
    }),
  changePhoto: ({ id, photoId, json }) =>
    call('changePhoto', [
      `const photo = await changePhoto(client, ${id}, ${photoId}, ${json})`,
      'console.log(photo.caption)',
    ]),
  deletePhoto: ({ id, photoId }) => call('deletePhoto', [`await deletePhoto(client, ${id}, ${photoId})`]),
  getStorage: () => call('getStorage', ['const { usedBytes, quotaBytes } = await getStorage(client)']),
  getFlightAirspace: ({ id }) =>
    call('getAirspace', [
      `const { airspaces } = await getAirspace(client, ${id})`,
      'for (const { name, entries } of airspaces) console.log(name, entries[0]?.enter.time)',
    ]),
  listLeagues: () =>
    call('listLeagues', ['for await (const { id, name } of listLeagues(client)) console.log(id, name)']),
  getFlightScores: ({ id, query }) =>
    call('getScores', [
      `const scores = await getScores(client, ${id}, ${query})`,
      'console.log(scores.map(({ name, certificate }) => [name, certificate?.score]))',
    ]),
  getFlightTerrain: ({ id, query }) =>
    call('getTerrain', [
      `const terrain = await getTerrain(client, ${id}, ${query})`,
      'console.log(terrain?.maxAboveGroundM)',
    ]),
  getFlightTrack: ({ id, query }) =>
    call('getTrack', [
      `const track = await getTrack(client, ${id}, ${query})`,
      'console.log(track.geometry.coordinates.length)',
    ]),
  uploadFlight: ({ file }) =>
    call('uploadFlight', [
      `const { id, isNew, scoring } = await uploadFlight(client, ${file})`,
      'console.log(id, isNew, scoring.score)',
    ]),
  validateFlight: ({ file }) =>
    call('validateFlight', [
      `const { isValid, diagnoses } = await validateFlight(client, ${file})`,
      'console.log(isValid, diagnoses)',
    ]),
  listWebhooks: () =>
    call('listWebhooks', [
      'for await (const webhook of listWebhooks(client)) console.log(webhook.id, webhook.url)',
    ]),
  createWebhook: ({ json }) =>
    call('createWebhook', [
      `const webhook = await createWebhook(client, ${json})`,
      '// Keep the secret: it is shown only once, and verifies deliveries.',
      'console.log(webhook.id, webhook.secret)',
    ]),
  updateWebhook: ({ id, json }) =>
    call('updateWebhook', [
      `const webhook = await updateWebhook(client, ${id}, ${json})`,
      'console.log(webhook.enabled, webhook.events)',
    ]),
  deleteWebhook: ({ id }) => call('deleteWebhook', [`await deleteWebhook(client, ${id})`]),
  rotateWebhookSecret: ({ id }) =>
    call('rotateWebhookSecret', [
      `const rotated = await rotateWebhookSecret(client, ${id})`,
      'console.log(rotated.secret)',
    ]),
  listWebhookDeliveries: ({ id, query }) =>
    call('listDeliveries', [
      `for await (const delivery of listDeliveries(client, ${id}, ${query})) {`,
      '  console.log(delivery.sequence, delivery.status)',
      '}',
    ]),
  sendTestEvent: ({ id }) =>
    call('testWebhook', [`const sent = await testWebhook(client, ${id})`, 'console.log(sent.sequence)']),
  listEvents: () =>
    call('listEvents', [
      'for await (const event of listEvents(client)) console.log(event.sequence, event.event)',
    ]),
  endConnection: () => call('endConnection', ['await endConnection(client)']),
}

export function findSdkCall({ operationId, path, query, body }: SampleRequest): SdkCall | undefined {
  const ids = path.match(/[a-f0-9]{24}/g) ?? []
  return calls[operationId]?.({
    id: text(ids[0] ?? ''),
    photoId: text(ids[1] ?? ''),
    query: literal(query),
    json: body?.kind === 'json' ? literal(body.value) : '{}',
    file: text(body?.kind === 'file' ? body.name : ''),
  })
}
