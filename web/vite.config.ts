import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'
import { languages } from '#language/preferences.ts'
import { isInEnglish, routes, visitorPages } from './routes.ts'

const gzip = promisify(zlib.gzip)
const brotliCompress = promisify(zlib.brotliCompress)
const DIST = join(import.meta.dirname, 'dist')
const BASE = '/app/'
/** Covers nearly all text; the other font file is for place names with rarer letters. */
const FONT = 'figtree-latin.woff2'

/** The start page, which the server writes, imports this one. */
const DOOR = 'try/door.tsx'

/** Compressed once at build time, on all cores; the server sends the encoding that the browser accepts. */
const compressAssets: Plugin = {
  name: 'compress-assets',
  async closeBundle() {
    const folder = join(DIST, 'assets')
    const names = readdirSync(folder).filter((file) => /\.(js|css|svg)$/.test(file))
    await Promise.all(
      names.map(async (name) => {
        const bytes = readFileSync(join(folder, name))
        const [gzipped, brotli] = await Promise.all([gzip(bytes, { level: 9 }), brotliCompress(bytes)])
        writeFileSync(join(folder, `${name}.gz`), gzipped)
        writeFileSync(join(folder, `${name}.br`), brotli)
      }),
    )
  },
}

/** Lists the files that each page and each language needs, for the server to preload. */
const listFirstLoads: Plugin = {
  name: 'list-first-loads',
  // After Vite has removed the chunks of styles alone: their scripts are no files.
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const pages = routes.map(({ pattern, page, parts = [], asks }) => {
        const first = new Set<string>()
        addNeeded(bundle, findChunk(bundle, `pages/${page}.tsx`), first)
        return {
          pattern,
          isInEnglish: isInEnglish(pattern),
          first: [...first].map((name) => BASE + name),
          later: listLater(bundle, parts, first),
          asks: ['/account', ...asks].map((path) => `/app/api${path}`),
        }
      })
      const open = visitorPages.map(({ pattern, entry, parts, asks }) => {
        // Its HTML refers to what it imports.
        const first = new Set<string>()
        for (const name of findChunk(bundle, entry).imports) addImported(bundle, name, first)
        return { pattern, first: [], later: listLater(bundle, parts, first), asks }
      })
      const texts = Object.fromEntries(
        languages.map((language) => {
          const needed = new Set<string>()
          addNeeded(bundle, findChunk(bundle, `../language/${language}/web.ts`), needed)
          return [language, [...needed].map((name) => BASE + name)]
        }),
      )
      const fonts = Object.values(bundle)
        .filter((file) => file.type === 'asset' && file.originalFileNames.some((name) => name.endsWith(FONT)))
        .map((file) => BASE + file.fileName)
      const door = BASE + findChunk(bundle, DOOR).fileName
      this.emitFile({
        type: 'asset',
        fileName: 'first-loads.json',
        source: JSON.stringify({
          fonts,
          texts,
          pages: [...pages, ...open],
          offline: listOffline(bundle),
          door,
        }),
      })
    },
  },
}

const jsx = { runtime: 'automatic', importSource: 'preact' } as const

/** What the server writes of a page before its scripts run. */
const buildForServer: Plugin = {
  name: 'build-for-server',
  apply: 'build',
  async closeBundle() {
    await build({
      configFile: false,
      root: import.meta.dirname,
      publicDir: false,
      logLevel: 'warn',
      oxc: { jsx },
      ssr: { noExternal: true },
      build: { ssr: 'first.tsx', outDir: join(DIST, 'server'), target: 'node24' },
    })
  },
}

/**
 * uPlot creates two Intl formats when it is loaded, for axes without their own. Ours have their own, and the first
 * format costs a phone two tenths of a second.
 */
const withoutFormats: Plugin = {
  name: 'without-formats',
  transform(code, id) {
    if (!id.includes('/uplot/')) return null
    const spared = code
      .replace("new Intl.NumberFormat(domEnv ? nav.language : 'en-US')", '{ format: String }')
      .replace('new Intl.DateTimeFormat().resolvedOptions().timeZone', "''")
    if (/new Intl\./.test(spared)) throw new Error('uPlot creates its formats in a different way now')
    return { code: spared, map: null }
  },
}

/** By the path inside the repository: the folder it is checked out to may have any name. */
function group(name: string, paths: RegExp) {
  const test = (id: string) => paths.test(relative(join(import.meta.dirname, '..'), id))
  return { name, test, minShareCount: 2 }
}

function findChunk(bundle: Rolldown.OutputBundle, path: string): Rolldown.OutputChunk {
  const wanted = join(import.meta.dirname, path)
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk' && (file.facadeModuleId === wanted || file.moduleIds.includes(wanted)))
      return file
  }
  throw new Error(`${path} has no chunk`)
}

function addNeeded(bundle: Rolldown.OutputBundle, chunk: Rolldown.OutputChunk, needed: Set<string>): void {
  // The HTML already refers to the entry script and its styles.
  if (chunk.isEntry || needed.has(chunk.fileName)) return
  needed.add(chunk.fileName)
  for (const name of chunk.viteMetadata?.importedCss ?? []) needed.add(name)
  for (const name of chunk.imports) addImported(bundle, name, needed)
}

function addImported(bundle: Rolldown.OutputBundle, name: string, needed: Set<string>): void {
  const imported = bundle[name]
  if (imported?.type === 'chunk') addNeeded(bundle, imported, needed)
}

/** The files of the parts that are imported later, but for those that are there already. */
function listLater(bundle: Rolldown.OutputBundle, parts: readonly string[], first: Set<string>): string[] {
  const all = new Set(first)
  for (const path of parts) addNeeded(bundle, findChunk(bundle, path), all)
  return [...all].filter((name) => !first.has(name)).map((name) => BASE + name)
}

/** All that may be loaded by the pages that can be read without a network, but for fonts and texts. */
function listOffline(bundle: Rolldown.OutputBundle): string[] {
  const entry = findChunk(bundle, 'main.tsx')
  const needed = new Set([entry.fileName, ...(entry.viteMetadata?.importedCss ?? [])])
  for (const name of entry.imports) addImported(bundle, name, needed)
  // Later imports of the frame are other pages and other languages.
  const ofFrame = new Set(needed)
  const reached = ['logbook', 'flight', 'upload'].map((page) => findChunk(bundle, `pages/${page}.tsx`))
  for (const chunk of reached) {
    addNeeded(bundle, chunk, needed)
    for (const name of [...chunk.imports, ...chunk.dynamicImports]) {
      const file = bundle[name]
      // Contour lines and 3D need heights, and forwards their service: neither is kept.
      const needsNetwork =
        file?.type === 'chunk' && /\/flight\/relief\/|\/web\/forwards\//.test(file.facadeModuleId ?? '')
      if (file?.type === 'chunk' && !needsNetwork && !ofFrame.has(name) && !reached.includes(file))
        reached.push(file)
    }
  }
  return [...needed].map((name) => BASE + name)
}

export default defineConfig({
  root: import.meta.dirname,
  base: BASE,
  publicDir: false,
  // Its package.json names only the UMD build, which cannot be compiled while it streams in.
  resolve: { alias: [{ find: /^leaflet$/, replacement: 'leaflet/dist/leaflet-src.esm.js' }] },
  oxc: { jsx },
  // The same kind as the scripts around it: it shares their files.
  worker: { format: 'es' },
  build: {
    outDir: DIST,
    emptyOutDir: true,
    target: 'es2022',
    // The polyfill would be an inline script, for browsers below the target.
    modulePreload: { polyfill: false },
    // The content security policy allows images as data URLs, but not fonts.
    assetsInlineLimit: (path) => (path.endsWith('.woff2') ? false : undefined),
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      input: ['index.html', 'shared.html', 'try.html', DOOR].map((name) => join(import.meta.dirname, name)),
      preserveEntrySignatures: 'exports-only',
      // On a busy machine it would tell every operator at the first start.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          // Code that several pages share becomes one file instead of a dozen small ones. Menus and tabs are on those of
          // flights alone; `choose` serves dialogs that are loaded later.
          groups: [
            group(
              'shared',
              /^(web\/(parts|language)\/(?!menu\/(tab-panels|share-button)\.|form\/choose\.|facts\.)|language\/[^/]+$|contract\/|dashboard\/|node_modules\/preact\/)/,
            ),
            group(
              'flight-shared',
              /^web\/(flight\/(?!(?:map|compare|zone|relief|tracks)\/)|parts\/(?:menu\/|facts\.))|^igc\/geodesy/,
            ),
            group('developers', /^web\/developers\//),
            group('logbook-shared', /^web\/(logbook|recordings|sharing)\//),
          ],
        },
      },
    },
  },
  plugins: [withoutFormats, compressAssets, listFirstLoads, buildForServer],
})
