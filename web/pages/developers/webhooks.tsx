// Webhooks of the developer's own flights.
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
            A webhook tells your server of a flight the moment it is uploaded or deleted, signed and in order.
          </p>
        </div>
      </div>
      <Tabs tabs={developerTabs} label="Developers" current="/app/developers/webhooks" />
      <WebhookList />
      <p class="soft small below">
        These are told of your own flights. An application’s webhooks, told of the flights of connected
        pilots, are on the page of the application.
      </p>
    </>
  )
}
