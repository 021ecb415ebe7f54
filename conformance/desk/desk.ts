// Everything on the maker's desk: the service, the gate in front of it, new flights.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { simulateFlight } from '#igc/simulate.ts'
import { type Gate, openGate } from './gate.ts'
import { type Service, startService } from './service.ts'

export interface Desk {
  service: Service
  gate: Gate
  /** The address for the instrument. */
  url: string
  /** The path of a flight that the service does not know. */
  createFlight(): string
  close(): Promise<void>
}

export async function setUpDesk(listen: { host: string; port: number }): Promise<Desk> {
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-conformance-'))
  mkdirSync(join(folder, 'data'))
  const host = findHost(listen.host)
  let target = ''
  const gate = await openGate({ target: () => target, listen, host })
  const url = `http://${host}:${gate.port}`
  // The service is told the gate's address, and the gate the service's.
  const service = await startService(folder, url)
  target = service.url
  let flights = 0
  return {
    service,
    gate,
    url,
    createFlight: () => {
      const file = join(folder, `flight-${++flights}.igc`)
      const { bytes } = simulateFlight({ seed: flights, date: '2026-05-17', taskKm: 5, rateSeconds: 5 })
      writeFileSync(file, bytes)
      return file
    },
    close: async () => {
      gate.close()
      await service.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** By which an instrument reaches this machine. */
function findHost(listensOn: string): string {
  if (listensOn === '127.0.0.1') return 'localhost'
  if (listensOn !== '0.0.0.0') return listensOn
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? 'localhost'
}
