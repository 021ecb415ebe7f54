// An integrator's first steps, with nothing but the SDK: runs as it is in Node, Deno, Bun and browsers.
import {
  apiKey,
  browserStore,
  createClient,
  downloadFlight,
  getFlight,
  getProfile,
  listChanges,
  listFlights,
  memoryStore,
  NotFoundError,
  signWebhook,
  startAuthorization,
  type StoredTokens,
  storedTokens,
  uploadFlight,
  verifyWebhook,
} from '#sdk/index.ts'

export interface SmokeInput {
  baseUrl: string
  key: string
  flight: string
  clientId: string
  redirectUri: string
  /** Expired: they have to be refreshed. */
  tokens: StoredTokens
  /** As the service has signed it. */
  webhook: { secret: string; headers: Record<string, string>; body: string }
}

export async function runSmoke(input: SmokeInput) {
  const { baseUrl, clientId, redirectUri, webhook } = input
  const client = createClient({ baseUrl, credential: apiKey(input.key) })
  const progress: number[] = []
  const file = new File([input.flight], 'one.igc')
  const uploaded = await uploadFlight(client, file, {
    onProgress: ({ sentBytes }) => progress.push(sentBytes),
  })
  const listed: string[] = []
  for await (const { id } of listFlights(client)) listed.push(id)
  const changed: string[] = []
  for await (const { changes } of listChanges(client)) changed.push(...changes.map(({ id }) => id))
  const missing: unknown = await getFlight(client, 'nowhere').catch((error: unknown) => error)

  const store = 'localStorage' in globalThis && 'locks' in navigator ? browserStore('smoke') : memoryStore()
  await store.save(input.tokens)
  const pilot = createClient({ baseUrl, credential: storedTokens({ baseUrl, clientId, store }) })
  const profiles = await Promise.all(Array.from({ length: 5 }, () => getProfile(pilot)))

  const { secret } = webhook
  const own = { secret, id: 'own', body: '{}' }
  const verified = await verifyWebhook(webhook)
  return {
    uploaded: [uploaded.isNew, uploaded.fileName, uploaded.id],
    progress: [progress[0], progress.at(-1)],
    again: (await uploadFlight(client, new TextEncoder().encode(input.flight))).isNew,
    listed,
    changed,
    downloaded: new TextDecoder().decode(await downloadFlight(client, uploaded.id)) === input.flight,
    missing: missing instanceof NotFoundError ? [missing.requestId, missing.name, missing.status] : [],
    profiles: profiles.map(({ id }) => id),
    refreshToken: (await store.load())?.refreshToken,
    event: verified.event.event,
    signed: (await verifyWebhook({ ...own, headers: await signWebhook(own) })).id,
    forged: await verifyWebhook({ ...webhook, body: `${webhook.body} ` }).catch(String),
    authorization: await startAuthorization({ baseUrl, clientId }, { redirectUri }),
  }
}

export type SmokeResult = Awaited<ReturnType<typeof runSmoke>>
