import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { routes } from './routes.ts'

const DIST = join(import.meta.dirname, 'dist')
const BASE = '/app/'
/** What nearly all text is written in; its other half is for the names of far places. */
const FONT = 'figtree-latin.woff2'

/** The server sends the file that the browser takes: nothing is compressed twice. */
const compressAssets: Plugin = {
  name: 'compress-assets',
  closeBundle() {
    const folder = join(DIST, 'assets')
    for (const name of readdirSync(folder).filter((file) => /\.(js|css|svg)$/.test(file))) {
      const bytes = readFileSync(join(folder, name))
      writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
      writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes))
    }
  },
}

/** Writes down for the server which files each page needs: it names them to the browser before any script runs. */
const listFirstLoads: Plugin = {
  name: 'list-first-loads',
  generateBundle(_options, bundle) {
    const pages = routes.map(({ pattern, page, parts = [], asks }) => {
      const first = new Set<string>()
      addNeeded(bundle, findChunk(bundle, `pages/${page}.tsx`), first)
      const all = new Set(first)
      for (const path of parts) addNeeded(bundle, findChunk(bundle, path), all)
      return {
        pattern,
        first: [...first].map((name) => BASE + name),
        later: [...all].filter((name) => !first.has(name)).map((name) => BASE + name),
        asks: ['/account', ...asks].map((path) => `/app/api${path}`),
      }
    })
    const fonts = Object.values(bundle)
      .filter((file) => file.type === 'asset' && file.originalFileNames.some((name) => name.endsWith(FONT)))
      .map((file) => BASE + file.fileName)
    this.emitFile({ type: 'asset', fileName: 'first-loads.json', source: JSON.stringify({ fonts, pages }) })
  },
}

/**
 * uPlot makes two of the browser's own formats when it is loaded, for axes that bring none. Ours do, and the first such
 * format costs a telephone two tenths of a second.
 */
const withoutFormats: Plugin = {
  name: 'without-formats',
  transform(code, id) {
    if (!id.includes('/uplot/')) return null
    const spared = code
      .replace("new Intl.NumberFormat(domEnv ? nav.language : 'en-US')", '{ format: String }')
      .replace('new Intl.DateTimeFormat().resolvedOptions().timeZone', "''")
    if (/new Intl\./.test(spared)) throw new Error('uPlot makes its formats in another way now')
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
  throw new Error(`${path} has no file of its own`)
}

function addNeeded(bundle: Rolldown.OutputBundle, chunk: Rolldown.OutputChunk, needed: Set<string>): void {
  // The page itself names its first script and its styles.
  if (chunk.isEntry || needed.has(chunk.fileName)) return
  needed.add(chunk.fileName)
  for (const name of chunk.viteMetadata?.importedCss ?? []) needed.add(name)
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk') addNeeded(bundle, imported, needed)
  }
}

export default defineConfig({
  root: import.meta.dirname,
  base: BASE,
  publicDir: false,
  // Its package names only the form for old loaders, which cannot be compiled while it arrives.
  resolve: { alias: [{ find: /^leaflet$/, replacement: 'leaflet/dist/leaflet-src.esm.js' }] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: DIST,
    emptyOutDir: true,
    target: 'es2022',
    // A polyfill would be an inline script for browsers that the target leaves out.
    modulePreload: { polyfill: false },
    // The policy of the page allows images as data, but no fonts.
    assetsInlineLimit: (path) => (path.endsWith('.woff2') ? false : undefined),
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What several pages share comes in one file instead of a dozen small ones.
          groups: [
            group('shared', /^(web\/(parts|flight)\/|contract\/|dashboard\/|node_modules\/preact\/)/),
            group('developers', /^web\/developers\//),
          ],
        },
      },
    },
  },
  plugins: [withoutFormats, compressAssets, listFirstLoads],
})
