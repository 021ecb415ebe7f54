// /privacy: what this installation keeps, for how long, and who sees it. Made from its settings, and so true.
import { type Operation, operation } from '#server/access/operations/operation.ts'
import type { ServerTexts } from '#language/server.ts'
import type { Config } from '#server/platform/config.ts'
import { html, sendPage } from '#server/platform/http/html.ts'
import { textsOf } from '#server/platform/requests/preferences.ts'

type PrivacyConfig = Pick<Config, 'mapTilesUrl' | 'securityContact' | 'retention'>

/** Servers that were asked where flights went, or began. */
interface Sources {
  heights: string | undefined
  sites: string | undefined
}

export function declarePrivacyPage(config: PrivacyConfig, findSources: () => Promise<Sources>): Operation[] {
  return [
    operation({
      route: 'GET /privacy',
      doors: { public: 'none' },
      respond: async (request, reply) => {
        const { privacy } = textsOf(request)
        const { title, description } = privacy
        const body = describePrivacy(config, privacy, await findSources())
        return sendPage(reply, { title, description, width: 'wide', body })
      },
    }),
  ]
}

function describePrivacy(
  { mapTilesUrl, securityContact, retention }: PrivacyConfig,
  texts: ServerTexts['privacy'],
  { heights, sites }: Sources,
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
      <li>${texts.leave(html`<a href="/app/settings/data">${texts.download}</a>`)}</li>
    </ul>
    <h2>${texts.whoSees}</h2>
    <p>${texts.whoSeesText}</p>
    <h2>${texts.cookies}</h2>
    <p>${texts.cookiesText} ${tiles ? texts.mapsFrom(tiles.host) : texts.nothingElse}</p>
    ${heights !== undefined && html`<p>${texts.heightsFrom(heights)}</p>`}
    ${sites !== undefined && html`<p>${texts.sitesFrom(sites)}</p>`}
    ${
      securityContact !== undefined &&
      html`<h2>${texts.contact}</h2>
        <p>${securityContact}</p>`
    }`
}
