// The service worker of the installed dashboard. It takes the files that a phone shares with the app and opens the upload
// page, which sends them once somebody is signed in. It answers nothing else, and keeps nothing of the pilot's data.
const SHARED = 'shared-files'

addEventListener('install', () => void skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))

addEventListener('fetch', (event) => {
  const { method, url } = event.request
  if (method === 'POST' && new URL(url).pathname === '/app/share')
    event.respondWith(keepShared(event.request))
})

async function keepShared(request) {
  const form = await request.formData()
  const cache = await caches.open(SHARED)
  for (const file of form.getAll('files')) {
    const headers = { 'x-name': encodeURIComponent(file.name), 'x-shared-at': String(Date.now()) }
    await cache.put(`/app/share/${crypto.randomUUID()}`, new Response(file, { headers }))
  }
  return Response.redirect('/app/upload', 303)
}
