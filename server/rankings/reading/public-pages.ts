// A public ranking on a club's own site: a page for a frame, without a script, and feeds of the newest flights that count.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { VNode } from 'preact'
import { render } from 'preact-render-to-string'
import { EmbedQuery, type RankingRows, RankingParams } from '#contract/clubs/api.ts'
import { sayPlace } from '#language/places.ts'
import { formatsFor, textsIn } from '#language/server.ts'
import type { Preferences } from '#language/preferences.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { answerIfKnown } from '#server/platform/http/answers.ts'
import { createPictures } from '#server/platform/pictures/drawing.ts'
import { makeEtag } from '#server/platform/http/conditional.ts'
import { type Feed, writeAtom, writeJsonFeed } from '#server/platform/feeds/feeds.ts'
import { html } from '#server/platform/http/html.ts'
import { preferencesOf } from '#server/platform/requests/preferences.ts'
import { findPublicClub } from '../clubs-store.ts'
import { drawPodium, type PodiumWords } from './podium.ts'
import { noSuchRanking } from '../problems.ts'
import { requirePublicRanking, type SeenRanking } from '../season.ts'
import type { RankingServices } from '../sources.ts'
import { listNewest } from './row-flights.ts'
import { listRows } from './rows.ts'

const ROWS = 25
/** Any site may show it: it has no forms, and nothing in it depends on who is signed in. */
const POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"
const CACHING = 'public, max-age=60'

export function declareRankingPages(services: RankingServices): Operation[] {
  const { config } = services
  const addressOf = ({ season, ranking }: SeenRanking) =>
    `${config.baseUrl}/app/seasons/${season.id}/rankings/${ranking.id}`
  const feeds = { 'feed.atom': writeAtom, 'feed.json': writeJsonFeed }
  const pictures = createPictures()
  const types = { 'feed.atom': 'application/atom+xml', 'feed.json': 'application/feed+json' }
  return [
    operation({
      route: 'GET /rankings/:id/embed',
      doors: { public: 'address' },
      noSuch: noSuchRanking,
      schema: { params: RankingParams, querystring: EmbedQuery },
      respond: async (request, reply) => {
        const { rows: limit = ROWS, lang } = request.query
        const found = await requirePublicRanking(services, request.params.id)
        const places = await listRows(services, '', found, { limit })
        const preferences = preferencesOf(request as FastifyRequest)
        const reader = { ...preferences, language: lang ?? preferences.language }
        reply.removeHeader('x-frame-options').headers({ 'content-security-policy': POLICY })
        const page = render(writePage(found, places, reader, addressOf(found)) as VNode)
        return sendCached(request as FastifyRequest, reply, 'text/html', `<!doctype html>${page}`)
      },
    }),
    operation({
      route: 'GET /rankings/:id/picture.png',
      doors: { public: 'address' },
      noSuch: noSuchRanking,
      schema: { params: RankingParams },
      respond: async (request, reply) => {
        const found = await requirePublicRanking(services, request.params.id)
        const words = await describePodium(services, found, preferencesOf(request as FastifyRequest))
        // By all that it shows: a pilot who leaves is gone from it with the next reader.
        const png = await pictures.draw(found.season.clubId ?? '', JSON.stringify(words), async () =>
          drawPodium(words),
        )
        return reply
          .headers({ 'cache-control': CACHING, vary: 'Accept-Language, Cookie' })
          .type('image/png')
          .send(png)
      },
    }),
    ...(['feed.atom', 'feed.json'] as const).map((name) =>
      operation({
        route: `GET /rankings/:id/${name}`,
        doors: { public: 'address' },
        noSuch: noSuchRanking,
        schema: { params: RankingParams },
        respond: async (request, reply) => {
          const found = await requirePublicRanking(services, request.params.id)
          const feed = await readFeed(services, found, addressOf(found))
          return sendCached(request as FastifyRequest, reply, types[name], feeds[name](feed))
        },
      }),
    ),
  ]
}

async function describePodium(
  services: RankingServices,
  found: SeenRanking,
  reader: Preferences,
): Promise<PodiumWords> {
  const { season, ranking } = found
  const { data } = await listRows(services, '', found, { limit: 3 })
  const { publicRanking: texts } = textsIn(reader.language)
  const { kind, decimals } = ranking.rule.measure
  const formats = formatsFor(reader)
  const club = season.clubId === null ? undefined : await findPublicClub(services.db.sql, season.clubId)
  return {
    title: ranking.name,
    about: [season.name, club?.name, texts.figures[kind]].filter(Boolean).join(' · '),
    rows: data.map(({ place, name, sum }) => ({
      place: String(place ?? ''),
      name: sayRow(ranking, reader, name),
      sum: formats.number(sum, decimals),
    })),
    note: data.length === 0 ? texts.none : 'Cloudstreet',
  }
}

/** A take-off without a name of its own is told in the reader's language. */
function sayRow({ rule }: SeenRanking['ranking'], reader: Preferences, name: string | null): string {
  const { places, publicRanking } = textsIn(reader.language)
  if (name === null) return publicRanking.gone
  return rule.group.by === 'takeoff' ? sayPlace(places, formatsFor(reader), name) : name
}

function sendCached(request: FastifyRequest, reply: FastifyReply, type: string, text: string): FastifyReply {
  reply.headers({ 'cache-control': CACHING, vary: 'Accept-Language, Cookie' }).type(`${type}; charset=utf-8`)
  return answerIfKnown(request, reply, makeEtag(text)) ? reply : reply.send(text)
}

function writePage(
  { season, ranking }: SeenRanking,
  { data }: RankingRows,
  reader: Preferences,
  address: string,
) {
  const { publicRanking: texts } = textsIn(reader.language)
  const { kind, decimals } = ranking.rule.measure
  const formats = formatsFor(reader)
  const heads = [texts.place, texts.name, texts.figures[kind], texts.flights]
  return html`<html lang=${reader.language}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      <title>${ranking.name} · ${season.name}</title>
      ${['tokens.css', 'controls.css', 'pages.css', 'profile.css'].map(
        (name) => html`<link rel="stylesheet" href=${`/assets/${name}`} />`,
      )}
    </head>
    <body>
      <main>
        <h1>${ranking.name}</h1>
        <p class="soft">${season.name}</p>
        ${
          data.length === 0
            ? html`<p>${texts.none}</p>`
            : html`<table class="seasons">
                <thead>
                  <tr>
                    ${heads.map((head) => html`<th scope="col">${head}</th>`)}
                  </tr>
                </thead>
                <tbody>
                  ${data.map(
                    ({ place, name, sum, flightCount }) =>
                      html`<tr>
                        <td>${place ?? ''}</td>
                        <th scope="row">${sayRow(ranking, reader, name)}</th>
                        <td>${formats.number(sum, decimals)}</td>
                        <td>${formats.number(flightCount)}</td>
                      </tr>`,
                  )}
                </tbody>
              </table>`
        }
        <p>
          <a href=${address} target="_blank" rel="noopener">${texts.all}</a>
        </p>
      </main>
    </body>
  </html>`
}

/** Names as pilots chose them. */
async function readFeed(services: RankingServices, found: SeenRanking, page: string): Promise<Feed> {
  const { ranking, season } = found
  const { kind, decimals } = ranking.rule.measure
  const newest = await listNewest(services, found)
  const { publicRanking: texts } = textsIn('en')
  const unit = kind === 'km' ? texts.figures.km : texts.figures[kind].toLowerCase()
  return {
    title: texts.newest(`${ranking.name}, ${season.name}`),
    author: ranking.name,
    language: 'en',
    url: `${services.config.baseUrl}/rankings/${ranking.id}`,
    page,
    entries: newest.map(({ flightId, pilot, name, date, value }) => ({
      url: flightId ? `${services.config.baseUrl}/f/${flightId}` : `${page}#${pilot}-${date}-${value}`,
      title: `${name ?? texts.gone}: ${(value ?? 0).toFixed(decimals)} ${unit}`,
      description: date,
      date: `${date}T00:00:00Z`,
    })),
  }
}
