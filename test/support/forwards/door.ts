// The door of the service, for tests of a kind by itself: each request has the whole time limit.
import { pino } from 'pino'
import { throughDoor } from '#server/forwards/sending/door.ts'
import type { Door } from '#server/forwards/kinds/kind.ts'
import { createResolver } from '#server/platform/resolver.ts'

export function openDoor({
  smtpUrl = 'smtp://127.0.0.1:1',
  timeoutMs = 10_000,
  address,
}: { smtpUrl?: string; timeoutMs?: number; address?: string } = {}): Door {
  const config = {
    smtpUrl,
    mailFrom: 'cloudstreet@example.org',
    baseUrl: 'http://localhost',
    operators: [],
    forwards: { allowPrivate: true, timeoutMs },
  }
  const services = {
    config,
    log: pino({ level: 'silent' }),
    resolveName: createResolver(),
    secret: 'a secret',
  }
  const through = <Result>(use: (door: Door) => Promise<Result>, to: string | null = null) =>
    throughDoor(
      services as never,
      { userId: 'pilot', address: address ?? to },
      new AbortController().signal,
      use,
    )
  let code = ''
  return {
    request: (request) => through((door) => door.request(request), request.url),
    mail: (mail) => through((door) => door.mail(mail)),
    linkToEnd: () => 'http://localhost/end',
    codeFor: (address) => {
      void through(async (door) => (code = door.codeFor(address)))
      return code
    },
  }
}
