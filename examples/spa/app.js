// A page that signs its pilot in (authorization code with PKCE) and lists the flights. There is no server behind it and
// no secret in it.
import {
  createClient,
  finishAuthorization,
  listFlights,
  memoryStore,
  ReauthorizationRequiredError,
  signOut,
  startAuthorization,
  storedTokens,
} from './sdk/index.js'

const { baseUrl, clientId } = await (await fetch('config.json')).json()
const redirectUri = new URL('.', location.href).href
// In memory: a script that does not belong here finds no tokens in any storage, and a duplicated tab has none that both
// would refresh. After a reload the pilot signs in again, with one click.
const application = { baseUrl, clientId, store: memoryStore() }
const client = createClient({ baseUrl, credential: storedTokens(application) })
const find = (id) => document.getElementById(id)

find('sign-in').addEventListener('click', () => void attempt(signIn))
find('reload').addEventListener('click', () => void attempt(showFlights))
find('sign-out').addEventListener('click', () => void attempt(end))
await attempt(begin)

async function begin() {
  const pending = sessionStorage.getItem('pending')
  const callback = location.href
  if (!new URL(callback).searchParams.has('state') || pending === null) return show('signed-out')
  // The code works once, and belongs into no history.
  sessionStorage.removeItem('pending')
  history.replaceState(null, '', redirectUri)
  await finishAuthorization(application, callback, JSON.parse(pending))
  await showFlights()
}

async function signIn() {
  const { url, pending } = await startAuthorization(application, { redirectUri, scope: 'flights:read' })
  sessionStorage.setItem('pending', JSON.stringify(pending))
  location.assign(url)
}

/** Refreshes the tokens by itself when they have become old. */
async function showFlights() {
  const rows = []
  for await (const flight of listFlights(client, { fields: 'light', limit: 100 })) {
    rows.push(toRow(flight))
    if (rows.length === 100) break
  }
  find('flights').tBodies[0].replaceChildren(...rows)
  show('signed-in', rows.length === 1 ? '1 flight' : `${rows.length} flights`)
}

function toRow({ flight_date, flightInfo, scoring }) {
  const row = document.createElement('tr')
  for (const text of [flight_date, flightInfo.takeoff.name, scoring.type, scoring.score]) {
    row.insertCell().textContent = text
  }
  return row
}

async function end() {
  await signOut(application)
  show('signed-out', 'You are signed out.')
}

function show(state, message = '') {
  const isSignedIn = state === 'signed-in'
  find('sign-in').hidden = isSignedIn
  for (const id of ['reload', 'sign-out', 'flights']) find(id).hidden = !isSignedIn
  find('message').textContent = message
}

async function attempt(action) {
  try {
    await action()
  } catch (error) {
    if (error instanceof ReauthorizationRequiredError) show('signed-out', error.message)
    else find('message').textContent = error.message
  }
}
