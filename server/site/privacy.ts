// /privacy: what this installation keeps, for how long, and who sees it. Made from its settings, so that it is true.
import type { Config } from '#server/platform/config.ts'
import { html, sendPage } from '#server/platform/http/html.ts'
import type { App } from '#server/platform/http/http.ts'

type PrivacyConfig = Pick<Config, 'mapTilesUrl' | 'securityContact' | 'retention'>

export function addPrivacyPage(app: App, config: PrivacyConfig): void {
  const body = describePrivacy(config)
  app.get('/privacy', { schema: { hide: true } }, async (_request, reply) =>
    sendPage(reply, {
      title: 'Privacy',
      description: 'What Cloudstreet keeps of you, for how long, and who sees it.',
      width: 'wide',
      body,
    }),
  )
}

function describePrivacy({ mapTilesUrl, securityContact, retention }: PrivacyConfig): unknown {
  const days = (count: number) => (count === 1 ? 'a day' : `${count} days`)
  return html`<h1>Privacy</h1>
    <p>What this installation of Cloudstreet keeps of you, for how long, and who sees it.</p>
    <h2>Without an account</h2>
    <p>
      A file that you drop on the start page is read and scored in your browser. It is kept in that tab, and
      is sent only after you choose to keep it and are signed in. The map is asked for the area of the flight.
    </p>
    <h2>With an account</h2>
    <ul>
      <li>
        Your email address, your profile, your flights with their files, and the keys and connections you make
        are kept until you delete them.
      </li>
      <li>
        Sign-ins and changes of your account, with address and browser, are kept for
        ${days(retention.securityLog)}; what each app has read, by day, for ${days(retention.ledger)}.
      </li>
      <li>
        You can <a href="/app/account/data">download everything, or delete the account</a>, at any time.
        Backups made before may hold it until the people who run this service have replaced them.
      </li>
    </ul>
    <h2>Who sees your flights</h2>
    <p>
      Nobody but you, unless you share a flight, publish your profile or connect an app. Each connected app
      sees what you have allowed it, until you disconnect it. Privacy zones hide places from everybody else.
    </p>
    <h2>Cookies and other sites</h2>
    <p>
      Cookies keep you signed in, remember your language and protect forms. There is no advertising and no
      tracking.
      ${
        mapTilesUrl
          ? `Maps come from ${new URL(mapTilesUrl.replace('{s}', 'a')).host}, which sees your address and the area you look at.`
          : 'The pages load nothing from other sites.'
      }
    </p>
    ${
      securityContact !== undefined &&
      html`<h2>Contact</h2>
        <p>${securityContact}</p>`
    }`
}
