// /privacy: what this installation keeps, for how long, and who sees it. Made from its settings, and so true.
import { type Operation, operation } from '#server/access/operations/operation.ts'
import type { ServerTexts } from '#language/server.ts'
import type { Config } from '#server/platform/config.ts'
import { html, sendPage } from '#server/platform/http/html.ts'
import { textsOf } from '#server/platform/requests/preferences.ts'

type PrivacyConfig = Pick<Config, 'mapTilesUrl' | 'securityContact' | 'retention' | 'terrain'>

/** `findSitesHost` finds the server that was asked for take-offs where flights began. */
export function declarePrivacyPage(
  config: PrivacyConfig,
  findSitesHost: () => Promise<string | undefined>,
): Operation[] {
  return [
    operation({
      route: 'GET /privacy',
      doors: { public: 'none' },
      respond: async (request, reply) => {
        const { privacy } = textsOf(request)
        const { title, description } = privacy
        const body = describePrivacy(config, privacy, await findSitesHost())
        return sendPage(reply, { title, description, width: 'wide', body })
      },
    }),
  ]
}

function describePrivacy(
  { mapTilesUrl, securityContact, retention, terrain }: PrivacyConfig,
  texts: ServerTexts['privacy'],
  sitesHost: string | undefined,
): unknown {
  const tiles = mapTilesUrl && new URL(mapTilesUrl.replace('{s}', 'a'))
  return html`<h1>${texts.title}</h1>
    <p>${texts.lead}</p>
    <h2>${texts.without}</h2>
    <p>${texts.withoutText}</p>
    <h2>${texts.with}</h2>
    <ul>
      <li>${texts.kept}</li>
      <li>${texts.logs(retention.securityLog, retention.ledger)}</li>
      <li>${texts.leave(html`<a href="/app/account/data">${texts.download}</a>`)}</li>
    </ul>
    <h2>${texts.whoSees}</h2>
    <p>${texts.whoSeesText}</p>
    <h2>${texts.cookies}</h2>
    <p>${texts.cookiesText} ${tiles ? texts.mapsFrom(tiles.host) : texts.nothingElse}</p>
    ${terrain.auto && html`<p>${texts.heightsFrom(new URL(terrain.url).host)}</p>`}
    ${sitesHost !== undefined && html`<p>${texts.sitesFrom(sitesHost)}</p>`}
    ${
      securityContact !== undefined &&
      html`<h2>${texts.contact}</h2>
        <p>${securityContact}</p>`
    }`
}
