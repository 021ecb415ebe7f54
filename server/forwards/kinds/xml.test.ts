import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAll, findText, readXml } from './xml.ts'

test('elements are found by their local names, with entities, CDATA and empty elements', () => {
  const xml = readXml(
    '\uFEFF<?xml version="1.0"?><!-- x --><D:a xmlns:D="DAV:"><b k=\'1\'>x &amp; &#252;&#xFC;</b><D:c/><b><![CDATA[<y>]]></b></D:a>\n',
  )!
  assert.equal(xml.name, 'a')
  assert.deepEqual(
    findAll(xml, 'b').map(({ text }) => text),
    ['x & üü', '<y>'],
  )
  assert.equal(findText(xml, 'c'), undefined)
})

test('what is cut off, not nested, declares entities or is too deep is not read', () => {
  const bad = [
    '',
    'x',
    '<a>',
    '<a></b>',
    '<a/><b/>',
    '<a><!-- </a>',
    '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
    '</a>',
  ]
  for (const text of [...bad, '<a>'.repeat(40) + '</a>'.repeat(40)])
    assert.equal(readXml(text), undefined, text)
})
