// Webhooks for the developer's own flights.
import { developerTabs, Tabs } from '../../parts/menu/tabs.tsx'
import { WebhookList } from '../../developers/webhook-list.tsx'
import { PageHead } from '../../parts/menu/page-head.tsx'

export default function Webhooks() {
  return (
    <>
      <PageHead
        title="Webhooks"
        about="A webhook notifies your server when a flight is uploaded or deleted. Events are signed and sent in order."
      />
      <Tabs tabs={developerTabs} label="Developers" current="/app/developers/webhooks" />
      <WebhookList />
      <p class="soft small below">
        These webhooks report your own flights. Webhooks for the flights of connected pilots are on the
        application’s page.
      </p>
    </>
  )
}
