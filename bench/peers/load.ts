// The programs that the benches compare the service with. `npm run bench` alone installs and needs them:
// igc-xc-score alone is 145 MB. The types are those that the benches use.
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

interface Point {
  x: number
  y: number
}

export interface PeerSolution {
  score?: number
  scoreInfo?: {
    tp?: Point[]
    ep?: { start: Point; finish: Point }
    cp?: { in: Point; out: Point }
  }
}

export interface PeerFix {
  timestamp: number
  latitude: number
  longitude: number
  valid: boolean
  pressureAltitude: number
  gpsAltitude: number
}

interface Peers {
  'igc-xc-score': {
    scoringRules: { XContest: object }
    solver: (
      file: { fixes: PeerFix[] },
      rules: object,
      options: { maxcycle: number },
    ) => Iterator<PeerSolution, PeerSolution>
  }
  'oidc-provider': {
    Provider: new (issuer: string, configuration: object) => { listen(port: number, host: string): Server }
  }
}

const { resolve } = createRequire(import.meta.url)

export async function loadPeer<Name extends keyof Peers>(name: Name): Promise<Peers[Name]> {
  return (await import(pathToFileURL(resolve(name)).href)) as Peers[Name]
}
