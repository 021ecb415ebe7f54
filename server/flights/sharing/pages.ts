// Pages without a sign-in: a shared flight, the same for a frame on another site, and what link previews and oEmbed read.
import type { FastifyReply } from 'fastify'
import { SHARED_REFERENCE, type SharedFlight, SharedParams } from '#contract/sharing/shared-flight.ts'
import { VISITOR_FIXES } from '#dashboard/heights.ts'
import { OembedQuery, PictureQuery } from '#dashboard/sharing.ts'
import { choosePreferences, type Preferences } from '#language/preferences.ts'
import { textsIn } from '#language/server.ts'
import { compressAnswer, sendCompressed } from '#server/platform/http/compress.ts'
import { createPictures } from '#server/platform/pictures/drawing.ts'
import { HEIGHT, WIDTH } from '#server/platform/pictures/lettering.ts'
import { preferencesOf } from '#server/platform/requests/preferences.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { readTerrain, toGroundSteps } from '../read/ground.ts'
import { noSuchFlight } from '../read/one-flight.ts'
import type { FlightServices } from '../record/services.ts'
import { requireShared, setVisibilityHeaders } from './operations.ts'
import type { SharedReader } from './shared-flight.ts'
import { drawFlight } from './picture/draw.ts'
import { createFirstPictures } from './picture/first.ts'
import { fitFrame } from './picture/frame.ts'
import { drawGround, readHeights } from './picture/ground.ts'
import { choicesOf } from './store.ts'
import { describeForPicture, describeInWords } from './words.ts'

/** The head of a page, for readers that do not run its script. */
export interface PageHead {
  path: string
  title: string
  description: string
  /** `og:` and others, by their name. */
  meta: Record<string, string>
  /** Relation and type -> address. */
  links: { rel: string; type: string; href: string; title: string }[]
}

export interface SharedContent {
  reference: string
  isEmbedded: boolean
  flight: SharedFlight
}

/** The built page; supplied by the site. */
export type WriteSharedPage = (
  head: PageHead,
  content: SharedContent,
  reader: Preferences,
) => Promise<{ html: string; policy: string }>

const isReference = new RegExp(SHARED_REFERENCE)
const PICTURE_FIXES = 800
const EMBED = { width: 800, height: 600 }

export function declareSharingPages(
  services: FlightServices,
  reader: SharedReader,
  writePage: WriteSharedPage,
): Operation[] {
  const { baseUrl } = services.config
  const send = async (reply: FastifyReply, reference: string, isEmbedded: boolean) => {
    const found = await requireShared(services, reference)
    const { request } = reply
    const preferences = preferencesOf(request, choicesOf(found))
    const flight = await reader.summarise(found)
    const words = describeInWords(flight, preferences)
    const url = `${baseUrl}/f/${reference}`
    const head = {
      ...words,
      path: `/f/${reference}`,
      meta: {
        'og:type': 'article',
        'og:site_name': 'Cloudstreet',
        'og:title': words.previewTitle,
        'og:description': words.description,
        'og:url': url,
        'og:image': `${url}/picture.png?language=${preferences.language}`,
        'og:image:width': String(WIDTH),
        'og:image:height': String(HEIGHT),
        'og:image:alt': words.description,
        'twitter:card': 'summary_large_image',
        ...(found.row.visibility === 'unlisted' && { robots: 'noindex' }),
      },
      links: [
        {
          rel: 'alternate',
          type: 'application/json+oembed',
          href: `${baseUrl}/oembed?url=${encodeURIComponent(url)}&format=json`,
          title: words.title,
        },
      ],
    }
    // What the analysis tells is drawn by the script.
    const content = { reference, isEmbedded, flight: { ...flight, analysis: null } }
    const { html, policy } = await writePage(head, content, preferences)
    setVisibilityHeaders(reply, found)
    // The address of an unlisted flight is its secret: no other site learns where a visitor came from.
    reply.headers({ 'content-security-policy': policy, 'referrer-policy': 'no-referrer' })
    reply.header('vary', 'Accept-Language, Cookie, Accept-Encoding')
    if (isEmbedded) reply.removeHeader('x-frame-options')
    return reply
      .type('text/html; charset=utf-8')
      .send(await compressAnswer(request, reply, Buffer.from(html)))
  }
  return [
    operation({
      route: 'GET /f/:reference',
      doors: { public: 'address' },
      schema: { params: SharedParams },
      noSuch: noSuchFlight,
      respond: ({ params }, reply) => send(reply, params.reference, false),
    }),
    operation({
      route: 'GET /f/:reference/embed',
      doors: { public: 'address' },
      schema: { params: SharedParams },
      noSuch: noSuchFlight,
      respond: ({ params }, reply) => send(reply, params.reference, true),
    }),
    operation({
      route: 'GET /f/:reference/ground',
      doors: { public: 'address' },
      schema: { params: SharedParams },
      noSuch: noSuchFlight,
      respond: async (request, reply) => {
        const found = await requireShared(services, request.params.reference)
        const file = await reader.openTrack(found)
        const terrain = await readTerrain(services, found.row.owner_id, file, VISITOR_FIXES)
        if (!terrain) throw noSuchFlight()
        setVisibilityHeaders(reply, found)
        return sendCompressed(request, reply, toGroundSteps(terrain))
      },
    }),
    ...declareFirst(services, reader),
    ...declarePicture(services, reader),
    ...declareOembed(services, reader),
  ]
}

/** What a page shows of map and barogram until its script has drawn them. */
function declareFirst(services: FlightServices, reader: SharedReader): Operation[] {
  const draw = createFirstPictures(services)
  return [
    operation({
      route: 'GET /f/:reference/first.svg',
      doors: { public: 'address' },
      schema: { params: SharedParams },
      noSuch: noSuchFlight,
      respond: async (request, reply) => {
        const found = await requireShared(services, request.params.reference)
        const { certificate } = await reader.summarise(found)
        const { id, change_number: change, owner_id: owner } = found.row
        const drawing = await draw(owner, [id, change, found.zones], certificate, () =>
          reader.openTrack(found),
        )
        setVisibilityHeaders(reply, found)
        reply.header('vary', 'Accept-Encoding').type('image/svg+xml')
        return reply.send(await compressAnswer(request, reply, Buffer.from(drawing)))
      },
    }),
  ]
}

/** For link previews: kept by all that it shows, so a zone or a correction gives another one. */
function declarePicture(services: FlightServices, reader: SharedReader): Operation[] {
  const pictures = createPictures()
  return [
    operation({
      route: 'GET /f/:reference/picture.png',
      doors: { public: 'address' },
      schema: { params: SharedParams, querystring: PictureQuery },
      noSuch: noSuchFlight,
      respond: async ({ params, query }, reply) => {
        const found = await requireShared(services, params.reference)
        const flight = await reader.summarise(found)
        // In the language of the page that names it, or else of its pilot.
        const { language, units } = choicesOf(found)
        const reading = choosePreferences([{ language: query.language ?? language, units }])
        const words = describeForPicture(flight, reading)
        const owner = found.row.owner_id
        const version = services.terrain.find()?.version
        const key = `${found.row.id} ${found.row.change_number} ${JSON.stringify([found.zones, words, version])}`
        const png = await pictures.draw(owner, key, async () => {
          const file = await reader.openTrack(found)
          const track = await services.scorer.extractTrack(owner, file, PICTURE_FIXES)
          const frame = fitFrame(track)
          const terrain = services.terrain.find()
          const ground = await drawGround(terrain, owner, frame)
          const heights = await readHeights(terrain, owner, track)
          return drawFlight({ words, frame, track, certificate: flight.certificate, ground, heights })
        })
        setVisibilityHeaders(reply, found)
        return reply.type('image/png').send(png)
      },
    }),
  ]
}

/** https://oembed.com: a site that gets a link asks how to show it. */
function declareOembed(services: FlightServices, reader: SharedReader): Operation[] {
  const { baseUrl } = services.config
  return [
    operation({
      route: 'GET /oembed',
      doors: { public: 'address' },
      schema: { querystring: OembedQuery },
      respond: async (request, reply) => {
        const { query } = request
        const prefix = `${baseUrl}/f/`
        const reference = query.url.startsWith(prefix) ? query.url.slice(prefix.length) : ''
        if (!isReference.test(reference)) throw noSuchFlight()
        const found = await requireShared(services, reference)
        const preferences = preferencesOf(request, choicesOf(found))
        const { title, pilotName } = describeInWords(await reader.summarise(found), preferences)
        const { inFrame } = textsIn(preferences.language).sharedFlight
        reply.header('vary', 'Accept-Language, Cookie')
        const width = Math.min(query.maxwidth ?? EMBED.width, EMBED.width)
        const height = Math.min(query.maxheight ?? EMBED.height, EMBED.height)
        setVisibilityHeaders(reply, found)
        return {
          version: '1.0',
          type: 'rich',
          provider_name: 'Cloudstreet',
          provider_url: baseUrl,
          title,
          author_name: pilotName,
          width,
          height,
          thumbnail_url: `${baseUrl}/f/${reference}/picture.png`,
          thumbnail_width: WIDTH,
          thumbnail_height: HEIGHT,
          html: `<iframe src="${baseUrl}/f/${reference}/embed" width="${width}" height="${height}" title="${inFrame}" loading="lazy" referrerpolicy="no-referrer" style="border:0"></iframe>`,
        }
      },
    }),
  ]
}
