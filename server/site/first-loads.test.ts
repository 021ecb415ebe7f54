import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFirstLoads } from './first-loads.ts'

const findLinks = createFirstLoads({
  offline: [],
  door: '/app/assets/door.js',
  fonts: ['/app/assets/font.woff2'],
  texts: { en: ['/app/assets/en.js'], de: ['/app/assets/de.js'], fr: [], it: [], es: [] },
  pages: [
    {
      pattern: '/app/logbook',
      first: ['/app/assets/logbook.js'],
      later: [],
      asks: ['/app/api/flights?page=1'],
    },
    { pattern: '/app/developers', isInEnglish: true, first: [], later: [], asks: [] },
    {
      pattern: '/app/flights/:id',
      first: [],
      later: ['/app/assets/map.css'],
      asks: ['/app/api/flights/:id/track'],
    },
  ],
})

test('a page preloads its script, its font and its first data', () => {
  const links = findLinks('/app/logbook', 'en')
  for (const href of [
    '/app/assets/en.js',
    '/app/assets/logbook.js',
    '/app/assets/font.woff2',
    '/app/api/flights?page=1',
  ]) {
    assert.ok(links.includes(`href="${href}"`), href)
  }
})

test('a page that is in English preloads English texts for all readers', () => {
  assert.match(findLinks('/app/developers', 'de'), /href="\/app\/assets\/en\.js"/)
  assert.doesNotMatch(findLinks('/app/developers', 'de'), /de\.js/)
})

test('the id in the address is part of the preloaded endpoint', () => {
  assert.match(findLinks('/app/flights/abc123', 'en'), /href="\/app\/api\/flights\/abc123\/track"/)
})

test('with a query the data differs, so none is preloaded', () => {
  const links = findLinks('/app/logbook?season=2025', 'en')
  assert.match(links, /logbook\.js/)
  assert.doesNotMatch(links, /\/app\/api/)
})

test('nothing of an unknown address gets into the page', () => {
  for (const url of ['/app/flights/"><script>', '/app/flights/a/b', '/app/flights/%22', '/app/nowhere']) {
    assert.equal(findLinks(url, 'de'), '<link rel="modulepreload" crossorigin href="/app/assets/de.js">')
  }
})
