// How an email leaves: by SMTP, or into the data folder's outbox when no server is named.
import type { Transporter } from 'nodemailer'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { SECOND_MS } from '../time.ts'
import type { OutgoingEmail } from './mail.ts'
import { writeToOutbox } from './outbox.ts'

export interface Transport {
  /** Resolves with the words of the mail server when it has taken the email. */
  deliver(email: OutgoingEmail): Promise<string>
}

const timeouts = {
  connectionTimeout: 10 * SECOND_MS,
  greetingTimeout: 10 * SECOND_MS,
  socketTimeout: 15 * SECOND_MS,
  dnsTimeout: 5 * SECOND_MS,
}

type TransportConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'baseUrl'>

export function createTransport(config: TransportConfig, log: Log): Transport {
  return config.smtpUrl ? openSmtp(config, config.smtpUrl) : openOutbox(config, log)
}

function openSmtp({ mailFrom, baseUrl }: TransportConfig, url: string): Transport {
  const domain = new URL(baseUrl).hostname
  let opened: Promise<Transporter> | undefined
  // Loaded with the first email.
  const open = async () => (await import('nodemailer')).createTransport({ url, ...timeouts })
  return {
    deliver: async ({ id, to, subject, text, attachment, replyTo }) => {
      const transporter = await (opened ??= open())
      // The same Message-ID with every attempt: mail servers and programs know a copy by it.
      const messageId = `<${id}@${domain}>`
      const attachments = attachment
        ? [{ filename: attachment.fileName, content: Buffer.from(attachment.bytes) }]
        : []
      const message = {
        from: mailFrom,
        to,
        subject,
        text,
        messageId,
        attachments,
        ...(replyTo && { replyTo }),
      }
      const { response } = (await transporter.sendMail(message)) as { response?: string }
      return response ?? ''
    },
  }
}

function openOutbox({ mailFrom, dataDir }: TransportConfig, log: Log): Transport {
  return {
    deliver: async (email) => {
      const path = await writeToOutbox(dataDir, mailFrom, email)
      // Without address and text, which may have a link that opens an account: `mail list` shows them.
      log.info({ path }, 'no mail server is set: an email was written to the outbox')
      return ''
    },
  }
}

/** Connects and signs in, and sends nothing. */
export async function verifyServer(url: string): Promise<void> {
  const transporter = (await import('nodemailer')).createTransport({ url, ...timeouts })
  try {
    await transporter.verify()
  } finally {
    transporter.close()
  }
}

/** A refusal for good (RFC 5321 4.2.1: 5yz); everything else may pass. */
export function isRefusedForGood(error: unknown): boolean {
  const { responseCode = 0, code } = error as { responseCode?: number; code?: string }
  // A refused password is the operator's to fix, not the email's fault.
  return responseCode >= 500 && code !== 'EAUTH'
}
