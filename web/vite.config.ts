import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'

const DIST = join(import.meta.dirname, 'dist')

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

export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  publicDir: false,
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
  },
  plugins: [compressAssets],
})
