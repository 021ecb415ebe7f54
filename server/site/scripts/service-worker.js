// The service worker of the dashboard. It takes the files that a phone shares with the installed app, and keeps the
// application and the last flights, to be read without a network: docs/decisions/flight-data/offline-flights.md.
// The server writes APP above this: the name of the release for this reader, and its files.
/* global APP */
const SHARED = 'shared-files'
/** Uploads that wait for a network: web/parts/files/unsent-files.ts. */
const UNSENT = 'unsent-files'
const APP_CACHE = `app ${APP.name}`
const PAGE = '/app/logbook'

/** What is kept of the one account that is signed in, whose id follows. */
const KEPT = 'kept answers '
const FLIGHTS = '/app/api/flights'
const LOGBOOK = '/app/api/logbook'
const LIST = `${LOGBOOK}?page=1`
const OF_LOGBOOK = [LIST, `${LOGBOOK}/statistics`, `${FLIGHTS}/records`, '/app/api/gliders']
const OF_FLIGHT = ['', '/steps', '/analysis']
const FLIGHT_PATH = /^\/app\/api\/flights\/[A-Za-z0-9]{20,}(\/(steps|analysis))?$/
/** Every page asks for it. It is not kept: its answer tells whether somebody is signed in, and who. */
const ACCOUNT = '/app/api/account'
const MAX_FLIGHTS = 10
/** Of one answer, and of all flights together. */
const MAX_BYTES = 2_000_000
const MAX_BYTES_OF_FLIGHTS = 20_000_000
const MAX_AGE_MS = 14 * 86_400_000
/** A network that takes longer is as good as none. */
const PATIENCE_MS = 8000
/** A list this old is asked for at the start of a page that does not show it: a flight may be gone from the service. */
const FRESH_MS = 60_000

/** Counts how often something was forgotten: what was asked for before is not kept afterwards. */
let era = 0

addEventListener('install', (event) => event.waitUntil(keepApp()))
addEventListener('activate', (event) => event.waitUntil(replaceApp()))
// From the dashboard at its start: what it has asked for by itself may have come before the service worker.
addEventListener('message', (event) => event.waitUntil(keepLogbook()))

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname, search } = new URL(request.url)
  if (origin !== location.origin) return
  const path = pathname + search
  if (pathname === '/app/signed-out' || (request.method === 'DELETE' && path === ACCOUNT))
    event.respondWith(leave(request))
  else if (request.method === 'POST' && path === '/app/share') event.respondWith(keepShared(request))
  else if (request.method === 'GET') answerGet(event, path)
})

function answerGet(event, path) {
  const { request } = event
  if (APP.files.includes(path)) event.respondWith(findFile(path).then((file) => file ?? fetch(request)))
  else if (path === ACCOUNT) event.respondWith(askFirst(event, forgetOthers, () => undefined))
  else if (OF_LOGBOOK.includes(path) || FLIGHT_PATH.test(path))
    event.respondWith(
      askFirst(
        event,
        (answer, askedIn) => keepAnswer(path, answer, askedIn),
        () => recall(path),
      ),
    )
  else if (request.mode === 'navigate' && !path.startsWith('/app/api/'))
    event.respondWith(askFirst(event, forgetOthers, () => findFile(PAGE)))
}

/** What is kept is for when the network fails. */
async function askFirst(event, note, recallKept) {
  const askedIn = era
  const network = fetch(event.request)
  const impatience = new Promise((_resolve, reject) => setTimeout(reject, PATIENCE_MS))
  try {
    const answer = await Promise.race([network, impatience])
    event.waitUntil(note(answer.clone(), askedIn))
    return answer
  } catch {
    return (await recallKept()) ?? network
  }
}

// The application

/** All of one release, or nothing. */
async function keepApp() {
  const cache = await caches.open(APP_CACHE)
  const page = await fetch(PAGE, { cache: 'reload' })
  if (!page.ok || page.redirected) throw new Error('There is no page to be kept now.')
  await cache.addAll(APP.files)
  await cache.put(PAGE, page)
  await skipWaiting()
}

async function replaceApp() {
  // Answers of earlier releases, which the pages no longer read, have a cache of another name.
  const isOld = (name) => /^(app|kept) /.test(name) && name !== APP_CACHE && !name.startsWith(KEPT)
  const old = (await caches.keys()).filter(isOld)
  await Promise.all(old.map((name) => caches.delete(name)))
  await clients.claim()
}

function findFile(path) {
  return caches.match(path, { cacheName: APP_CACHE, ignoreVary: true })
}

// The last flights

async function keepLogbook() {
  for (const path of OF_LOGBOOK) {
    const kept = await recall(path)
    if (kept && (path !== LIST || ageOf(kept) < FRESH_MS)) continue
    const askedIn = era
    await keepAnswer(path, await fetch(path), askedIn)
  }
}

async function keepAnswer(path, answer, askedIn) {
  if (era !== askedIn) return
  if (answer.status === 404) return forgetFlight(path)
  const owner = await forgetOthers(answer)
  if (!owner) return
  const forgotten = era
  const cache = await caches.open(KEPT + owner)
  if (era !== forgotten) return forget()
  if (path === LIST) await keepNewest(cache, answer)
  // Of which flights something is kept is decided there alone.
  else if (OF_LOGBOOK.includes(path) || (await cache.match(path))) await put(cache, path, answer)
}

/** Adds what is new or changed, and removes all other flights. */
async function keepNewest(cache, answer) {
  const old = await listNewest(await cache.match(LIST))
  const newest = await listNewest(answer.clone())
  await put(cache, LIST, answer)
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url)
    if (FLIGHT_PATH.test(pathname) && !newest.has(pathname)) await cache.delete(url)
  }
  let bytes = 0
  for (const [path, row] of newest) {
    const kept = old.get(path) === row && (await cache.match(path))
    if (kept) bytes += Number(kept.headers.get('content-length'))
    else if (bytes < MAX_BYTES_OF_FLIGHTS) bytes += await putFresh(cache, path)
    else await cache.delete(path)
  }
}

async function putFresh(cache, path) {
  const fresh = await fetch(path)
  return fresh.ok ? put(cache, path, fresh) : 0
}

/** With its track and its analysis: the service no longer has it. */
async function forgetFlight(path) {
  const [flight] = path.slice(FLIGHTS.length + 1).split('/')
  for (const name of await listKept()) {
    const cache = await caches.open(name)
    for (const part of OF_FLIGHT) await cache.delete(`${FLIGHTS}/${flight}${part}`)
  }
}

/** Each path of a flight -> the flight as it is listed. */
async function listNewest(list) {
  const { data } = list ? await list.json() : { data: [] }
  const paths = data.slice(0, MAX_FLIGHTS).map((flight) => {
    const text = JSON.stringify(flight)
    return OF_FLIGHT.map((part) => [`${FLIGHTS}/${flight.id}${part}`, text])
  })
  return new Map(paths.flat())
}

async function put(cache, path, answer) {
  const body = await answer.blob()
  if (body.size > MAX_BYTES) return 0
  const headers = {
    'content-type': 'application/json',
    'content-length': String(body.size),
    'x-kept-at': String(Date.now()),
  }
  await cache.put(path, new Response(body, { headers }))
  return body.size
}

const ageOf = (kept) => Date.now() - Number(kept.headers.get('x-kept-at'))

async function recall(path) {
  const [name, ...others] = await listKept()
  if (!name || others.length > 0) return undefined
  const answer = await caches.match(path, { cacheName: name })
  if (!answer || ageOf(answer) < MAX_AGE_MS) return answer
  return forget()
}

async function listKept() {
  return (await caches.keys()).filter((name) => name.startsWith(KEPT))
}

/** Of all but the one whom the answer is for; returns who that is. Of everybody once the session has ended. */
async function forgetOthers(answer) {
  if (!answer.ok && answer.status !== 401) return undefined
  const owner = answer.headers.get('cloudstreet-account')
  await forget(KEPT + owner)
  return owner
}

/** All that is kept but for this. */
async function forget(spared) {
  const names = (await listKept()).filter((name) => name !== spared)
  if (names.length > 0) era += 1
  await Promise.all(names.map((name) => caches.delete(name)))
}

/** After signing out, which leads through here, and when the account is deleted. */
async function leave(request) {
  try {
    return await fetch(request)
  } finally {
    era += 1
    await forget()
    await Promise.all([SHARED, UNSENT].map((name) => caches.delete(name)))
  }
}

// Files that are shared

async function keepShared(request) {
  const form = await request.formData()
  const cache = await caches.open(SHARED)
  const [kept = KEPT] = await listKept()
  const account = kept.slice(KEPT.length)
  for (const file of form.getAll('files')) {
    const headers = {
      'x-name': encodeURIComponent(file.name),
      'x-shared-at': String(Date.now()),
      'x-account': account,
    }
    await cache.put(`/app/share/${crypto.randomUUID()}`, new Response(file, { headers }))
  }
  return Response.redirect('/app/upload', 303)
}
