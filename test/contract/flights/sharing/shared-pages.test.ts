// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import sharp from 'sharp'
import { createPictures } from '#server/platform/pictures/drawing.ts'
import { listPublicFlights } from '#server/flights/sharing/store.ts'
import { makeFlight, uploadNew } from '#test/support/flights.ts'
import { createSharingPilot, referenceOf, type SharingPilot } from '#test/support/sharing/visitor.ts'
import { shareServer, startServer } from '#test/support/server.ts'
import { countStatements } from '#test/support/statements/count.ts'

const asBrowser = { headers: { accept: 'text/html' } }

suite('pages without a sign-in', async () => {
  const server = await shareServer()
  const open = async (path: string) => {
    const response = await server.fetch(path, asBrowser)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const share = async (pilot: SharingPilot, seed: number) => {
    const flight = await uploadNew(server, pilot, makeFlight(seed, { shape: 'line', taskKm: 12 }))
    await pilot.setVisibility(flight.id, 'public')
    return flight
  }
  const openProfile = async (pilot: SharingPilot, handle: string) => {
    await pilot.dashboard('PATCH', '/sharing', { handle })
    await pilot.dashboard('PATCH', '/account', { publicProfile: true })
  }

  test('a public flight says what it is in its head, and may be found', async () => {
    const pilot = await createSharingPilot(server, 'Ada "<b>" Thermal & Co')
    const flight = await share(pilot, 1)
    const { status, headers, text } = await open(`/f/${flight.id}`)
    assert.equal(status, 200)
    assert.match(
      text,
      /<meta property="og:title" content="[^"]*, \d{4}-\d\d-\d\d · Ada &quot;&lt;b&gt;&quot; Thermal &amp; Co"/,
    )
    assert.match(text, /<meta property="og:description" content="[\d.]+ km Free Flight, [\d.]+ points, /)
    assert.ok(text.includes(`<meta property="og:url" content="${server.url}/f/${flight.id}"`))
    assert.match(text, /<link rel="alternate" type="application\/json\+oembed" href="[^"]+oembed\?url=/)
    assert.doesNotMatch(text, /noindex/)
    assert.equal(headers.get('x-robots-tag'), null)
    assert.match(headers.get('content-security-policy') ?? '', /script-src 'self';.*frame-ancestors 'none'/)
    assert.equal(headers.get('x-frame-options'), 'DENY')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
  })

  test('its page can be read before a script has run, by each in the own language', async () => {
    const pilot = await createSharingPilot(server, 'Ada <b>Thermal</b>')
    const flight = await share(pilot, 6)
    const words = { en: 'Proven best', de: 'Bewiesen', fr: 'Prouvé', it: 'Dimostrato', es: 'Demostrado' }
    const read = async (language: string) => {
      const headers = { accept: 'text/html', 'accept-language': language }
      return (await server.fetch(`/f/${flight.id}`, { headers })).text()
    }
    // At once: their texts must not mix.
    const languages = Object.entries(words)
    const pages = await Promise.all(
      Array.from({ length: 20 }, (_, at) => read(languages[at % languages.length]![0])),
    )
    for (const [at, page] of pages.entries()) {
      const [language, word] = languages[at % languages.length]!
      assert.match(page, new RegExp(`<html lang="${language}"[^]*<h1>[^]*${word}`))
      for (const [, other] of languages.filter(([name]) => name !== language))
        assert.ok(!page.includes(other), `${other} in ${language}`)
    }
    assert.match(pages[0]!, /Ada &lt;b>Thermal|Ada &lt;b&gt;Thermal/)
    assert.match(pages[0]!, new RegExp(`<img[^>]* src="/f/${flight.id}/first.svg#map"`))
    assert.match(pages[0]!, /Leg 1/)
  })

  test('its first picture is a few kilobytes, of what others may see', async () => {
    const pilot = await createSharingPilot(server)
    const flight = await share(pilot, 8)
    const path = `/f/${flight.id}/first.svg`
    const read = async () => {
      const response = await server.fetch(path)
      assert.equal(response.headers.get('content-type'), 'image/svg+xml')
      return response.text()
    }
    const svg = await read()
    assert.ok(svg.length < 16_000, `${svg.length} bytes`)
    assert.match(svg, /<view id="map"[^]*<view id="barogram"[^]*<path class="track" d="M[\d.]+ [\d.]+L/)
    assert.doesNotMatch(svg, /NaN/)
    assert.equal((await sharp(Buffer.from(svg)).metadata()).format, 'svg')
    const { landing } = flight.flightInfo.metadata as unknown as { landing: { lat: number; lng: number } }
    await pilot.addZone({ latitude: landing.lat, longitude: landing.lng, radiusM: 300 })
    assert.notEqual(await read(), svg, 'a zone changes it at once')
    await pilot.setVisibility(flight.id, 'private')
    assert.equal((await server.fetch(path)).status, 404)
  })

  test('its picture has the size that previews want, with letters on a machine without fonts', async () => {
    const pilot = await createSharingPilot(server, 'Eva <script> & Žižka')
    const flight = await share(pilot, 7)
    const path = `/f/${flight.id}/picture.png`
    const read = async () => {
      const response = await server.fetch(path)
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('content-type'), 'image/png')
      return Buffer.from(await response.arrayBuffer())
    }
    const png = await read()
    const { width, height } = await sharp(png).metadata()
    assert.deepEqual([width, height], [1200, 630])
    const { landing } = flight.flightInfo.metadata as unknown as { landing: { lat: number; lng: number } }
    await pilot.addZone({ latitude: landing.lat, longitude: landing.lng, radiusM: 300 })
    assert.notDeepEqual(await read(), png, 'a zone changes it at once')
    await pilot.setVisibility(flight.id, 'private')
    assert.equal((await server.fetch(path)).status, 404)
    // The widths of letters differ; those of empty boxes do not.
    const pictures = createPictures()
    const widthOf = async (text: string) => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="80"><text x="5" y="60" font-family="Figtree" font-size="40">${text}</text></svg>`
      const drawn = await pictures.draw('one', text, async () => svg)
      return (await sharp(drawn).trim().toBuffer({ resolveWithObject: true })).info.width
    }
    assert.ok((await widthOf('WWWW')) > 2 * (await widthOf('iiii')))
  })

  test('its picture is in the language of the page that refers to it', async () => {
    const flight = await share(await createSharingPilot(server), 11)
    const read = async (language: string) => {
      const page = await server.fetch(`/f/${flight.id}`, { headers: { 'accept-language': language } })
      const [, address = ''] = /<meta property="og:image" content="([^"]*)"/.exec(await page.text()) ?? []
      const picture = await server.fetch(address.slice(address.indexOf('/f/')))
      assert.equal(picture.status, 200)
      return Buffer.from(await picture.arrayBuffer())
    }
    const german = await read('de')
    assert.notDeepEqual(german, await read('en'))
    assert.deepEqual(german, await read('de-CH'))
    const unknown = await server.fetch(`/f/${flight.id}/picture.png?language=xx`)
    assert.equal(unknown.status, 400)
  })

  test('an unlisted one is not to be found, and only its embed is shown in a frame', async () => {
    const pilot = await createSharingPilot(server)
    const flight = await share(pilot, 2)
    await pilot.setVisibility(flight.id, 'unlisted')
    const token = referenceOf(await pilot.readSharing(flight.id))
    const page = await open(`/f/${token}`)
    assert.equal(page.headers.get('x-robots-tag'), 'noindex')
    assert.match(page.text, /<meta name="robots" content="noindex"/)
    const embed = await open(`/f/${token}/embed`)
    assert.equal(embed.headers.get('x-frame-options'), null)
    assert.match(embed.headers.get('content-security-policy') ?? '', /frame-ancestors \*$/)
    assert.equal((await open(`/f/${flight.id}`)).status, 404)
    assert.equal((await open('/f/nothing')).status, 404)
  })

  test('oEmbed answers for addresses of this service only', async () => {
    const pilot = await createSharingPilot(server, 'Ada')
    const flight = await share(pilot, 3)
    const ask = (url: string, more = '') => server.fetch(`/oembed?url=${encodeURIComponent(url)}${more}`)
    const response = await ask(`${server.url}/f/${flight.id}`, '&format=json&maxwidth=400')
    const body = (await response.json()) as Record<string, unknown>
    assert.deepEqual([body.version, body.type, body.author_name, body.width], ['1.0', 'rich', 'Ada', 400])
    assert.match(
      String(body.html),
      new RegExp(`^<iframe src="${server.url}/f/${flight.id}/embed" width="400"`),
    )
    for (const url of [
      `https://elsewhere.example/f/${flight.id}`,
      `${server.url}/f/${flight.id}/x`,
      `${server.url}/f/`,
    ])
      assert.equal((await ask(url)).status, 404, url)
    assert.equal((await ask(`${server.url}/f/${flight.id}`, '&format=xml')).status, 400)
  })

  test('a profile is there when the pilot says so, with totals, flights and feeds', async () => {
    const pilot = await createSharingPilot(server, 'Bea & Co')
    const flight = await share(pilot, 4)
    const own = await uploadNew(server, pilot, makeFlight(5))
    await pilot.dashboard('PATCH', '/sharing', { handle: 'bea' })
    assert.equal((await open('/p/bea')).status, 404, 'an address alone is not enough')
    await openProfile(pilot, 'bea')
    const page = await open('/p/bea')
    assert.equal(page.status, 200)
    assert.match(page.text, /<h1>Bea &amp; Co<\/h1>/)
    assert.match(page.text, /Public flights<\/dt><dd>1</)
    assert.match(
      page.text,
      /\S, <time [^>]*>[^<]*\d{4}<\/time><\/a>/,
      'a space between the name and the date',
    )
    assert.ok(page.text.includes(`href="/f/${flight.id}"`) && !page.text.includes(own.id))
    assert.ok(!page.text.includes(pilot.user.email))
    const atom = await open('/p/bea/feed.atom')
    assert.match(atom.headers.get('content-type') ?? '', /^application\/atom\+xml/)
    assert.match(
      atom.text,
      new RegExp(`<title>Flights of Bea &amp; Co</title>[^]*<entry><id>${server.url}/f/${flight.id}`),
    )
    const feed = JSON.parse((await open('/p/bea/feed.json')).text) as {
      version: string
      items: { url: string }[]
    }
    assert.equal(feed.version, 'https://jsonfeed.org/version/1.1')
    assert.deepEqual(
      feed.items.map(({ url }) => url),
      [`${server.url}/f/${flight.id}`],
    )

    const counted = countStatements()
    const countReads = async () => {
      const reads = () => counted.get('select flights') ?? 0
      const before = reads()
      const { text } = await open('/p/bea')
      return { reads: reads() - before, text }
    }
    const unchanged = await countReads()
    const second = await share(pilot, 8)
    const changed = await countReads()
    assert.match(changed.text, /Public flights<\/dt><dd>2</)
    assert.equal(unchanged.reads, changed.reads - 1, 'added up once after each change')
    const list = async (after?: string) =>
      (await listPublicFlights(server.services.db.sql, pilot.user.id, { after, limit: 1 })).map(
        ({ row }) => row.id,
      )
    const [newest = ''] = await list()
    const [earlier = ''] = await list(newest)
    assert.deepEqual([newest, earlier].toSorted(), [flight.id, second.id].toSorted())
    assert.deepEqual(await list(earlier), [])
    assert.ok((await open(`/p/bea?after=${newest}`)).text.includes(earlier))

    await pilot.dashboard('PATCH', '/account', { publicProfile: false })
    for (const path of ['/p/bea', '/p/bea/feed.atom', '/p/bea/feed.json', '/p/nobody', '/p/B%20'])
      assert.equal((await open(path)).status, 404, path)
  })

  test('a profile has a banner, the best flights, a map and seasons, and flights that are not public change nothing', async () => {
    const pilot = await createSharingPilot(server, 'Fay')
    await openProfile(pilot, 'fay')
    const share = async (seed: number, taskKm: number, date: string) => {
      const flight = await uploadNew(server, pilot, makeFlight(seed, { shape: 'line', taskKm, date }))
      await pilot.setVisibility(flight.id, 'public')
      return flight
    }
    const flights = [
      await share(31, 8, '2025-05-01'),
      await share(32, 30, '2025-05-02'),
      await share(33, 20, '2026-05-03'),
      await share(34, 12, '2026-05-04'),
    ]
    const { text } = await open('/p/fay')
    const [, best = ''] = /class="best-flights">(.*?)<\/ol>/s.exec(text) ?? []
    assert.deepEqual(
      [...best.matchAll(/href="\/f\/([0-9a-f]{24})"/g)].map(([, id]) => id),
      flights
        .toSorted((one, other) => other.scoring.score - one.scoring.score)
        .slice(0, 3)
        .map(({ id }) => id),
    )
    assert.equal(/<svg class="banner".*?<\/svg>/s.exec(text)?.[0].split('<path').length, 5)
    assert.equal(/<svg class="public-map".*?<\/svg>/s.exec(text)?.[0].split('<title>').length, 5)
    const seasons = [...text.matchAll(/<th scope="row">(\d+)<\/th><td>(\d+)<\/td>/g)].map(
      ([, ...cells]) => cells,
    )
    assert.deepEqual(seasons, [
      ['2026', '2'],
      ['2025', '2'],
    ])
    const own = await uploadNew(server, pilot, makeFlight(35, { taskKm: 60, date: '2024-06-01' }))
    assert.equal((await open('/p/fay')).text, text)
    await pilot.setVisibility(own.id, 'unlisted')
    assert.equal((await open('/p/fay')).text, text)
    await pilot.setVisibility(own.id, 'public')
    assert.match((await open('/p/fay')).text, /<th scope="row">2024<\/th>/)
  })

  test('an address is of one pilot, and of the right form', async () => {
    const [one, other] = [await createSharingPilot(server), await createSharingPilot(server)]
    await one.dashboard('PATCH', '/sharing', { handle: 'carla' })
    await assert.rejects(
      other.dashboard('PATCH', '/sharing', { handle: 'carla' }),
      /400 .*Another pilot has this address/,
    )
    for (const handle of ['a', '-a', 'a-', 'A b', 'cloudstreet', 'x'.repeat(31)])
      await assert.rejects(other.dashboard('PATCH', '/sharing', { handle }), /^Error: 400 /, handle)
    await one.dashboard('PATCH', '/sharing', { handle: null })
    await other.dashboard('PATCH', '/sharing', { handle: 'carla' })
  })

  test('a page, a preview, a profile and a feed tell nothing of what a zone hides', async () => {
    const pilot = await createSharingPilot(server, 'Dora')
    const flight = await share(pilot, 6)
    await openProfile(pilot, 'dora')
    const { launch, landing } = flight.flightInfo.metadata as unknown as Record<
      'launch' | 'landing',
      { lat: number; lng: number }
    >
    const paths = [
      `/f/${flight.id}`,
      `/f/${flight.id}/embed`,
      '/p/dora',
      '/p/dora/feed.atom',
      '/p/dora/feed.json',
    ]
    // The places of a drawing are figures, too.
    const readWords = async (path: string) => (await open(path)).text.replaceAll(/ d="[^"]*"/g, '')
    const before = await Promise.all(paths.map(readWords))
    const whole = [
      flight.scoring.distance.toFixed(1),
      flight.scoring.score.toFixed(1),
      flight.flightInfo.takeoff.name.replace(/^(\d+) km \w+ of (.+)$/, '$2, $1'),
    ]
    for (const [at, text] of before.entries())
      for (const words of whole) assert.ok(text.includes(words), `${paths[at]} has ${words}`)
    for (const { lat, lng } of [launch, landing])
      await pilot.addZone({ latitude: lat, longitude: lng, radiusM: 300 })
    for (const path of paths) {
      const text = await readWords(path)
      for (const words of whole) assert.ok(!text.includes(words), `${path} has ${words}`)
    }
    assert.doesNotMatch((await open('/p/dora')).text, /Airtime|Public flights/, 'no sum of what is not shown')
    // Nothing is left of it: it is on no page.
    await pilot.addZone({
      latitude: (launch.lat + landing.lat) / 2,
      longitude: (launch.lng + landing.lng) / 2,
      radiusM: 2000,
    })
    for (const path of ['/p/dora', '/p/dora/feed.json'])
      if ((await pilot.readSharing(flight.id)).hidden === 'all')
        assert.ok(!(await open(path)).text.includes(flight.id))
  })

  test('visitors are counted by address', async (context) => {
    const limited = await startServer(context, { environment: { RATE_LIMIT_REQUESTS: '2' } })
    const answers = []
    for (const path of ['/p/nobody', `/f/${'a'.repeat(24)}`, '/oembed?url=x', '/p/nobody/feed.atom'])
      answers.push((await limited.fetch(path)).status)
    assert.deepEqual(answers, [404, 404, 429, 429])
  })
})
