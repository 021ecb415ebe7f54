// Webhooks for the developer's own flights.
import { useEffect } from 'preact/hooks'
import { developerTabs, Tabs } from '../../parts/tabs.tsx'
import { WebhookList } from '../../developers/webhook-list.tsx'

export default function Webhooks() {
  useEffect(() => {
    document.title = 'Webhooks · Cloudstreet'
  }, [])
  return (
    <>
      <div class="page-head">
        <div>
          <h1>Developers</h1>
          <p>
            A webhook notifies your server when a flight is uploaded or deleted. Events are signed and sent in
            order.
          </p>
        </div>
      </div>
      <Tabs tabs={developerTabs} label="Developers" current="/app/developers/webhooks" />
      <WebhookList />
      <p class="soft small below">
        These webhooks report your own flights. Webhooks for the flights of connected pilots are on the
        application’s page.
      </p>
    </>
  )
}
