// `npm run dev`: the server on watch and the dashboard with hot reload, behind one address (PORT, 8080 by default).
// Options go to the server: `npm run dev -- --demo`.
//
//   browser -> Vite on PORT -> /app/*           the dashboard's sources, replaced in the open page when they change
//                           -> everything else  the server on a free port, restarted when its sources change
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import preact from '@preact/preset-vite'
import { type Connect, createServer, type Plugin, type ProxyOptions, type ViteDevServer } from 'vite'
import { type Config, ConfigError, readConfig, readEnvironment } from '#server/platform/config.ts'
import { contentSecurityPolicy, describeTiles } from '#server/site/web.ts'
import { addressTiles } from '#server/terrain/tiles.ts'
import { findGrowing, findTerrain } from '#terrain/terrain.ts'
import { findFreePort } from '#test/support/postgres.ts'

const root = join(import.meta.dirname, '..')
/** Folders that the browser may load; not data/, where the database is. */
const webSources = ['web', 'assets', 'contract', 'dashboard', 'igc', 'language', 'scoring', 'node_modules']

const MAX_RESTART_MS = 15_000

async function main(): Promise<void> {
  const config = readConfig(readEnvironment())
  const serverPort = await findFreePort()
  await startVite(config, serverPort)
  const server = startServer(config, serverPort)
  // Vite has nothing to finish: this process ends with the server, and never leaves it behind.
  server.once('exit', (code) => process.exit(code ?? 1))
  process.once('exit', () => server.kill())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill())
}

/** In a separate process group: Ctrl-C reaches this process alone, which tells the watcher, which tells the server. */
function startServer(config: Config, port: number) {
  const options = process.argv.slice(2)
  return spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts', ...options], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', BASE_URL: config.baseUrl },
  })
}

async function startVite(config: Config, serverPort: number): Promise<void> {
  const toServer: ProxyOptions = {
    target: `http://127.0.0.1:${serverPort}`,
    changeOrigin: false,
    bypass: () => waitForServer(serverPort),
  }
  const vite = await createServer({
    configFile: join(root, 'web/vite.config.ts'),
    clearScreen: false,
    // The preset leaves out where JSX comes from when it scans for dependencies.
    optimizeDeps: { rolldownOptions: { transform: { jsx: { importSource: 'preact' } } } },
    plugins: [preact({ reactAliasesEnabled: false }), addMapTiles(config)],
    server: {
      port: config.port,
      host: config.host,
      strictPort: true,
      // The server answers preflight requests itself, as in production.
      cors: false,
      fs: { allow: webSources.map((folder) => join(root, folder)) },
      headers: { 'content-security-policy': relaxPolicy(contentSecurityPolicy(config.mapTilesUrl)) },
      proxy: {
        '^/(?!app/)|^/app/(api|tiles)/': toServer,
        // Vite puts its base before every address in the page.
        '^/app/assets/': { ...toServer, rewrite: (path) => path.slice('/app'.length) },
      },
    },
  })
  vite.middlewares.stack.unshift({ route: '', handle: servePages(vite, serverPort) })
  await vite.listen()
}

/** The pages outside /app that are built from web/, by their address. */
const visitorPages = [
  { matches: /^\/try$/, source: 'try.html' },
  { matches: /^\/f\/[0-9A-Za-z]+(\/embed)?$/, source: 'shared.html' },
]

/** From their sources, with what the server writes into their head: title, previews, rules, map. */
function servePages(vite: ViteDevServer, serverPort: number): Connect.NextHandleFunction {
  const serve = async (source: string, { url = '', headers }: IncomingMessage, response: ServerResponse) => {
    await waitForServer(serverPort)
    const asked = { cookie: headers.cookie ?? '', host: headers.host ?? '' }
    const answer = await fetch(`http://127.0.0.1:${serverPort}${url}`, { headers: asked, redirect: 'manual' })
    const written = await answer.text()
    const [head = ''] = /<title>.*<\/head>/s.exec(written) ?? []
    const own = (head.match(/<(?:title>.*?<\/title>|meta [^>]*>|link rel="alternate"[^>]*>)/gs) ?? []).join(
      '\n',
    )
    const page = await readFile(join(root, 'web', source), 'utf8')
    const linked = page.replaceAll('src="./', 'src="/').replace(/<title>.*<\/title>/, () => own)
    const html = answer.ok ? await vite.transformIndexHtml(`/app/${source}`, linked) : written
    const policy = relaxPolicy(answer.headers.get('content-security-policy') ?? '')
    const type = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
    response.writeHead(answer.status, type).end(html)
  }
  return (request, response, next) => {
    const [path = ''] = (request.url ?? '').split('?')
    const page = visitorPages.find(({ matches }) => matches.test(path))
    if (!page || request.method !== 'GET') return next()
    serve(page.source, request, response).catch((error: unknown) => response.destroy(error as Error))
  }
}

/** A request that arrives during a restart waits for it instead of failing. */
async function waitForServer(port: number): Promise<void> {
  const deadline = Date.now() + MAX_RESTART_MS
  while (!(await isListening(port)) && Date.now() < deadline) await sleep(100)
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** The server names the map's tiles in the page's head; here Vite serves that page. */
function addMapTiles(config: Config): Plugin {
  const { path, auto } = config.terrain
  const find = auto ? findGrowing : findTerrain
  const shadingUrl = path === undefined ? undefined : addressTiles(find(path))
  return {
    name: 'map-tiles',
    transformIndexHtml: () =>
      describeTiles(config, shadingUrl).map((meta) => ({ tag: 'meta', attrs: { ...meta } })),
  }
}

/** Vite's client needs inline styles, a web socket and a worker; nothing else is relaxed. */
function relaxPolicy(policy: string): string {
  return policy
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", "connect-src 'self' ws:")
    .replace("worker-src 'self'", "worker-src 'self' blob:")
}

try {
  await main()
} catch (error) {
  const { message } = error as Error
  const isPortTaken = message.includes('already in use')
  if (!isPortTaken && !(error instanceof ConfigError)) throw error
  process.stderr.write(isPortTaken ? `${message}; set PORT to a free one.\n` : `${message}\n`)
  process.exit(1)
}
