// The mail that tells an owner that the service has disabled a webhook.
import type { Services } from '#server/platform/services.ts'
import { type Notice, returnNotice, takeNotices } from '../store.ts'

const NOTICES_AT_ONCE = 20

/** True when there may be more. */
export async function sendNotices(services: Services): Promise<boolean> {
  const notices = await takeNotices(services.db.sql, NOTICES_AT_ONCE)
  for (const notice of notices) {
    try {
      await services.mail.send(writeNotice(services.config.baseUrl, notice))
    } catch (error) {
      services.log.warn({ err: error, webhookId: notice.id }, 'the owner of a webhook could not be told')
      await returnNotice(services.db.sql, notice.id)
      return false
    }
  }
  return notices.length === NOTICES_AT_ONCE
}

function writeNotice(baseUrl: string, notice: Notice) {
  return {
    to: notice.email,
    subject: 'A webhook of yours was disabled',
    text:
      `Cloudstreet no longer sends events to ${notice.url}: ${notice.disabled_reason}.\n\n` +
      'When the receiver works again, enable the webhook and replay what it missed; events are kept for 30 days:\n' +
      `${baseUrl}/app/developers/webhooks\n`,
  }
}
