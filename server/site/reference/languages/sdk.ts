// How an operation is called with @cloudstreet/sdk, for those that it has: the call follows from what is sent and answered.
import type { SampleRequest } from '../requests.ts'
import { literal, text } from './javascript.ts'

export interface SdkCall {
  function: string
  line: string
  writesFile: boolean
}

/** Functions that are called as their operation is. */
const sameName = new Set(
  `addGlider addGliderFlights addPhoto changeGlider changePhoto correctFlight createWebhook deleteFlight deleteGlider
  deletePhoto deleteWebhook downloadFlight endConnection getFlight getPhoto getProfile getStorage listEvents
  listFlights listGliders listLeagues listPhotos listTracks listWebhooks mergeFlights nameTakeoff rotateWebhookSecret
  updateWebhook uploadFlight validateFlight`.split(/\s+/),
)
const otherNames: Record<string, string> = {
  getFlightAirspace: 'getAirspace',
  getFlightAnalysis: 'getAnalysis',
  getFlightScores: 'getScores',
  getFlightTerrain: 'getTerrain',
  getFlightTrack: 'getTrack',
  listFlightChanges: 'listChanges',
  listWebhookDeliveries: 'listDeliveries',
  sendTestEvent: 'testWebhook',
}
/** What is gone through item by item. */
const items: Record<string, string> = {
  listChanges: 'page',
  listDeliveries: 'delivery',
  listEvents: 'event',
  listFlights: 'flight',
  listGliders: 'glider',
  listLeagues: 'league',
  listPhotos: 'photo',
  listWebhooks: 'webhook',
}

export function findSdkCall(request: SampleRequest): SdkCall | undefined {
  const { operationId, answer, answerFile } = request
  const name = sameName.has(operationId) ? operationId : otherNames[operationId]
  if (name === undefined) return undefined
  const call = `${name}(${['client', ...listArguments(request)].join(', ')})`
  const isFile = answer === 'file' || answer === 'text'
  return { function: name, line: writeLine(name, call, answer, answerFile), writesFile: isFile }
}

function writeLine(name: string, call: string, answer: SampleRequest['answer'], file: string): string {
  const item = items[name]
  if (item !== undefined) return `for await (const ${item} of ${call}) console.log(${item})`
  if (answer === 'nothing') return `await ${call}`
  return answer === 'json' ? `console.log(await ${call})` : `await writeFile(${text(file)}, await ${call})`
}

function listArguments({ path, query, body }: SampleRequest): string[] {
  const ids = path.match(/[a-f0-9]{24}/g) ?? []
  return [
    ...ids.map(text),
    ...(body?.kind === 'json' ? [literal(body.value)] : []),
    ...(body?.kind === 'file' ? [text(body.name)] : []),
    ...(!body && Object.keys(query).length > 0 ? [literal(query)] : []),
  ]
}
