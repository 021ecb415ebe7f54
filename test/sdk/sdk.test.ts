// run: all
// The SDK against the service, as an integrator uses it.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import {
  apiKey,
  AuthenticationError,
  call,
  ChangedMeanwhileError,
  clientCredentials,
  CloudstreetError,
  type Client,
  correctFlight,
  createClient,
  createWebhook,
  deleteFlight,
  deleteWebhook,
  downloadFlight,
  endConnection,
  finishAuthorization,
  getFlight,
  getImport,
  getProfile,
  getAirspace,
  getAnalysis,
  getTrack,
  exportLogbook,
  exportTrack,
  getSharedFlight,
  getSharing,
  getTrackColumns,
  getWebhook,
  importFlights,
  type Glider,
  type GliderRegistration,
  InsufficientScopeError,
  introspectToken,
  InvalidFlightError,
  listChanges,
  listDeliveries,
  listEvents,
  listFlights,
  listWebhooks,
  memoryStore,
  NotFoundError,
  replayDeliveries,
  ReauthorizationRequiredError,
  revokeToken,
  rotateWebhookSecret,
  signOut,
  startAuthorization,
  startDeviceLogin,
  storedTokens,
  testWebhook,
  updateWebhook,
  uploadFlight,
  validateFlight,
  verifyWebhook,
} from '#sdk/index.ts'
import { createSignatureHeaders } from '#server/webhooks/delivery/sign.ts'
import { makeZip } from '#test/support/archives/zip.ts'
import { createPilot, makeFlight } from '#test/support/flights.ts'
import {
  authorizePath,
  decide,
  decideDevice,
  REDIRECT_URI,
  registerApplication,
} from '#test/support/oauth.ts'
import { createKey, createSignedInUser, createUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

suite('the SDK', async () => {
  const server = await startServer(
    { after },
    { environment: { WEBHOOK_ALLOW_PRIVATE: 'true', DEVICE_INTERVAL_SECONDS: '1' } },
  )

  const connect = (token: string, options: object = {}): Client =>
    createClient({ baseUrl: server.url, credential: apiKey(token), ...options })

  test('uploads with progress, lists, reads, corrects, downloads, follows changes and deletes', async () => {
    const client = connect((await createPilot(server)).token)
    const bytes = makeFlight(1)
    const progress: number[] = []
    const uploaded = await uploadFlight(client, new File([bytes as BlobPart], 'one.igc'), {
      gliderName: 'Example Glider 4',
      onProgress: ({ sentBytes }) => progress.push(sentBytes),
    })
    assert.deepEqual([uploaded.isNew, uploaded.fileName], [true, 'one.igc'])
    assert.deepEqual([progress[0], progress.at(-1)], [0, bytes.length])
    assert.equal((await uploadFlight(client, bytes)).isNew, false)

    const flights = await Array.fromAsync(listFlights(client))
    assert.deepEqual(
      flights.map(({ id }) => id),
      [uploaded.id],
    )
    const [light] = await Array.fromAsync(listFlights(client, { fields: 'light' }))
    assert.equal(light?.id, uploaded.id)
    assert.equal((await getFlight(client, uploaded.hash)).scoring.score, uploaded.scoring.score)
    assert.deepEqual(await downloadFlight(client, uploaded.id), new Uint8Array(bytes))
    assert.deepEqual((await getAirspace(client, uploaded.id)).airspaces, [])
    assert.equal((await getAnalysis(client, uploaded.id))?.phases[0]?.start.altitudeM, 1600)
    assert.equal((await getTrack(client, uploaded.id, { resolution: 10 })).type, 'Feature')
    assert.equal((await getTrackColumns(client, uploaded.id, { resolution: 10 })).seconds.length, 10)
    assert.match(
      await exportTrack(client, uploaded.id, 'gpx', { resolution: 10 }),
      /<gpx[^]*(?:<trkpt[^]*){10}/,
    )
    assert.match(await exportTrack(client, uploaded.id, 'kml'), /<gx:Track>/)
    assert.match(await exportLogbook(client), new RegExp(`^date,takeoff[^]*${uploaded.id}`))
    assert.equal((await correctFlight(client, uploaded.id, { is_tandem: true })).is_tandem, true)
    await correctFlight(client, uploaded.id, { visibility: 'unlisted' })
    const { url } = await getSharing(client, uploaded.id)
    const link = new URL(url ?? '').pathname.split('/').at(-1) ?? ''
    assert.equal((await getSharedFlight(client, link)).visibility, 'unlisted')

    const [first] = await Array.fromAsync(listChanges(client))
    assert.deepEqual(
      first?.changes.map(({ change, id }) => [change, id]),
      [['updated', uploaded.id]],
    )
    await deleteFlight(client, uploaded.id)
    const [next] = await Array.fromAsync(listChanges(client, { after: first?.cursor ?? '' }))
    assert.deepEqual(
      next?.changes.map(({ change, id }) => [change, id]),
      [['deleted', uploaded.id]],
    )
    await assert.rejects(getFlight(client, uploaded.id), NotFoundError)
  })

  test('follows changes as they happen, until its caller has enough', async () => {
    const client = connect((await createPilot(server)).token)
    const seen: string[] = []
    const stop = new AbortController()
    const following = (async () => {
      for await (const { changes } of listChanges(client, { followMs: 20, signal: stop.signal })) {
        seen.push(...changes.map(({ id }) => id))
        if (seen.length === 2) stop.abort(new Error('enough'))
      }
    })()
    const { id: first } = await uploadFlight(client, makeFlight(2))
    const { id: second } = await uploadFlight(client, makeFlight(3))
    await assert.rejects(following, /enough/)
    assert.deepEqual(seen, [first, second])
  })

  test('says what is wrong with a file, and why a key may not do something', async () => {
    const user = await createUser(server)
    const client = connect(await createKey(server, user, ['flights:write']))
    await assert.rejects(uploadFlight(client, new Blob(['no flight'])), (error) => {
      assert.ok(error instanceof InvalidFlightError)
      assert.match(error.requestId ?? '', /./)
      return true
    })
    assert.equal((await validateFlight(client, makeFlight(4))).isValid, true)
    assert.equal((await validateFlight(client, new Blob(['no flight']))).isValid, false)
    await assert.rejects(getProfile(client), InsufficientScopeError)
    await assert.rejects(getProfile(connect('cst_key_unknown')), AuthenticationError)
  })

  test('imports an archive to its end, which uploadFlight leaves to it', async () => {
    const { user } = await createPilot(server)
    const client = connect(await createKey(server, user, ['flights:read', 'flights:write']))
    const zip = await makeZip([
      ['one.igc', makeFlight(100)],
      ['two.igc', makeFlight(101)],
      ['no.igc', 'nothing'],
    ])
    await assert.rejects(
      uploadFlight(client, zip),
      (error) => error instanceof CloudstreetError && /importFlights/.test(error.message),
    )
    const seen: string[] = []
    const done = await importFlights(client, zip, { onChange: ({ state }) => seen.push(state) })
    assert.deepEqual([done.state, done.counts.new, done.counts.refused], ['done', 2, 1])
    assert.deepEqual(seen, ['done'])
    assert.deepEqual((await getImport(client, done.id)).counts, done.counts)
  })

  test('changes nothing that was changed meanwhile, and shows the headers and id of an answer', async () => {
    const { user } = await createPilot(server)
    const client = connect(await createKey(server, user, ['flights:read', 'flights:write', 'flights:delete']))
    const { id } = await uploadFlight(client, makeFlight(31))
    let ifMatch = ''
    let requestId: string | undefined
    await getFlight(client, id, {
      onResponse: (info) => {
        ifMatch = info.headers.get('etag') ?? ''
        requestId = info.requestId
      },
    })
    assert.match(requestId ?? '', /^[\w.-]{8,64}$/)
    assert.equal((await correctFlight(client, id, { is_tandem: true }, { ifMatch })).is_tandem, true)
    await assert.rejects(correctFlight(client, id, { is_tandem: false }, { ifMatch }), ChangedMeanwhileError)
    await assert.rejects(deleteFlight(client, id, { ifMatch }), ChangedMeanwhileError)
    for await (const flight of listFlights(client, { fields: 'light' })) {
      assert.equal(flight.id, id)
      // @ts-expect-error: with fields=light there is none.
      assert.equal(flight.flightInfo.metadata, undefined)
    }
  })

  test('acts for the owner of an application by client credentials', async () => {
    const { id: clientId, secret: clientSecret, owner } = await registerApplication(server)
    const credential = clientCredentials({ baseUrl: server.url, clientId, clientSecret })
    const client = createClient({ baseUrl: server.url, credential })
    const got = await Promise.all([getProfile(client), getProfile(client)])
    assert.deepEqual(
      got.map(({ id }) => id),
      [owner.id, owner.id],
    )
    const application = { baseUrl: server.url, clientId, clientSecret }
    const token = await credential.getToken()
    const { active, sub } = await introspectToken(application, token)
    assert.deepEqual([active, sub], [true, owner.id])
    await revokeToken(application, token)
    assert.equal((await introspectToken(application, token)).active, false)
  })

  test('sends any request with what a function of it would take care of', async () => {
    const { token } = await createPilot(server)
    const registration: GliderRegistration = { name: 'Alpina 5', class: 'B' }
    const glider = await call<Glider>(connect(token), 'POST', 'gliders', { json: registration })
    assert.equal(glider.name, 'Alpina 5')
    await assert.rejects(call(connect(token), 'GET', `gliders/${glider.id}/wings`), NotFoundError)
  })

  test('signs a pilot in by code and PKCE, refreshes when refused, and ends the connection', async () => {
    const { user, headers } = await createSignedInUser(server)
    const { id: clientId } = await registerApplication(server, { type: 'public' })
    const application = { baseUrl: server.url, clientId, store: memoryStore() }
    const { url, pending } = await startAuthorization(application, { redirectUri: REDIRECT_URI })
    const page = await server.fetch(authorizePath(Object.fromEntries(new URL(url).searchParams)), { headers })
    const answer = await decide(server, await page.text(), { headers })
    const callback = answer.headers.get('location') ?? ''
    await assert.rejects(
      finishAuthorization(application, callback, { ...pending, state: 'another' }),
      ReauthorizationRequiredError,
    )
    const foreign = new URL(callback)
    foreign.searchParams.set('iss', 'https://other.example')
    await assert.rejects(finishAuthorization(application, foreign.href, pending), {
      message: `The answer is from https://other.example, not from ${application.baseUrl}.`,
    })
    const { tokens, scope, pilotId } = await finishAuthorization(application, callback, pending)
    assert.deepEqual([tokens, scope], [await application.store.load(), tokens.scope])
    assert.equal(pilotId, undefined, 'openid was not asked for')
    const credential = storedTokens(application)
    const client = createClient({ baseUrl: server.url, credential })
    assert.equal((await getProfile(client)).id, user.id)

    // The service does not know the access token; the chain is good.
    const stored = await application.store.load()
    await application.store.save({ ...stored!, accessToken: 'cst_at_gone' })
    const another = createClient({ baseUrl: server.url, credential: storedTokens(application) })
    assert.equal((await getProfile(another)).id, user.id)
    assert.notEqual((await application.store.load())?.refreshToken, stored?.refreshToken)
    await endConnection(another)
    await assert.rejects(getProfile(another), ReauthorizationRequiredError)
  })

  test('tells a server for many pilots who has signed in, before it needs a store', async () => {
    const { user, headers } = await createSignedInUser(server)
    const application = await registerApplication(server)
    const client = { baseUrl: server.url, clientId: application.id, clientSecret: application.secret }
    const wish = { redirectUri: REDIRECT_URI, scope: 'openid flights:read' }
    const { url, pending } = await startAuthorization(client, wish)
    const page = await server.fetch(authorizePath(Object.fromEntries(new URL(url).searchParams)), { headers })
    const answer = await decide(server, await page.text(), { headers })
    const done = await finishAuthorization(client, answer.headers.get('location') ?? '', pending)
    assert.equal(done.pilotId, user.id)
    assert.equal(done.idToken?.split('.').length, 3)
    const store = memoryStore(done.tokens)
    const own = createClient({ baseUrl: server.url, credential: storedTokens({ ...client, store }) })
    for await (const _ of listFlights(own)) assert.fail('there is none yet')
  })

  test('signs a pilot in on a device, and out again', async () => {
    const { user, headers } = await createSignedInUser(server)
    const { id: clientId } = await registerApplication(server, { type: 'public' })
    const application = { baseUrl: server.url, clientId, store: memoryStore() }
    const login = await startDeviceLogin(application, { scope: 'profile:read' })
    assert.match(login.verificationUriComplete, /user_code=/)
    const waiting = login.wait()
    await decideDevice(server, login.userCode, { headers })
    await waiting
    const client = createClient({ baseUrl: server.url, credential: storedTokens(application) })
    assert.equal((await getProfile(client)).id, user.id)
    const { accessToken } = (await application.store.load())!
    await signOut(application)
    await assert.rejects(getProfile(connect(accessToken)), AuthenticationError)
  })

  test('a pilot who says no ends the device login with a clear error', async () => {
    const { headers } = await createSignedInUser(server)
    const { id: clientId } = await registerApplication(server, { type: 'public' })
    const login = await startDeviceLogin({ baseUrl: server.url, clientId, store: memoryStore() })
    const waiting = login.wait()
    await Promise.all([
      assert.rejects(
        waiting,
        (error) => error instanceof ReauthorizationRequiredError && /The user denied/.test(error.message),
      ),
      decideDevice(server, login.userCode, { headers, decision: 'deny' }),
    ])
  })

  test('registers webhooks and reads their events, and verifies what the service has signed', async () => {
    const user = await createUser(server)
    const client = connect(
      await createKey(server, user, ['webhooks:manage', 'flights:read', 'flights:write']),
    )
    const { id, secret } = await createWebhook(client, { url: 'http://127.0.0.1:9/hook' })
    assert.deepEqual(
      (await listWebhooks(client).all()).map((webhook) => webhook.id),
      [id],
    )
    assert.equal((await updateWebhook(client, id, { description: 'ours' })).description, 'ours')
    assert.equal((await getWebhook(client, id)).description, 'ours')
    const { sequence } = await testWebhook(client, id)
    const events = await Array.fromAsync(listEvents(client, { webhookId: id, after: sequence - 1 }))
    assert.deepEqual(
      events.map((event) => event.sequence),
      [sequence],
    )
    const [delivery] = await listDeliveries(client, id).all()
    assert.deepEqual(delivery!.payload, JSON.parse(delivery!.body))
    assert.deepEqual(await replayDeliveries(client, id, { deliveryId: delivery!.id }), { replayed: 1 })
    const headers = createSignatureHeaders({
      id: delivery!.eventId,
      body: Buffer.from(delivery!.body),
      unixSeconds: Math.floor(Date.now() / 1000),
      secrets: [secret],
    })
    const { event } = await verifyWebhook({ secret, headers, body: delivery!.body })
    assert.equal(event.event, 'flight.uploaded')
    assert.notEqual((await rotateWebhookSecret(client, id)).secret, secret)
    await deleteWebhook(client, id)
    assert.deepEqual(await listWebhooks(client).all(), [])
  })
})
