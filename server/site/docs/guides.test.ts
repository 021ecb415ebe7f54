import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readGuide, readGuides } from './guides.ts'

suite('the guides as pages', () => {
  test('a heading is an anchor and stands in the table of contents', () => {
    const guide = readGuide('one', '# One\n\nWords.\n\n## The `key`\n\nSee [two](two.md#it).\n')
    assert.equal(guide.title, 'One')
    assert.deepEqual(guide.headings, [{ id: 'the-key', text: 'The key' }])
    assert.match(guide.content, /<h2 id="the-key">The <code>key<\/code><\/h2>/)
    assert.match(guide.content, /<a href="\/docs\/guide\/two#it">two<\/a>/)
  })

  test('a table scrolls by itself, and has no heading without words', () => {
    const { content } = readGuide('one', '| | who |\n|---|---|\n| a | b |\n')
    assert.match(content, /<div class="table" tabindex="0"/)
    assert.match(content, /<thead><tr><td><\/td><th>who<\/th><\/tr><\/thead><tbody><tr><td>a<\/td>/)
    assert.match(readGuide('two', '| | |\n|---|---|\n| a | b |\n').content, /<thead><\/thead>/)
  })

  test('every guide has a title, its contents lead to headings, and every link between guides leads to a page and its heading', () => {
    const guides = readGuides()
    assert.ok(guides.length >= 8)
    for (const { name, title, headings, content } of guides) {
      assert.notEqual(title, name)
      for (const { id } of headings) assert.ok(content.includes(`id="${id}"`), `${name}: ${id}`)
      for (const [, to, , anchor] of content.matchAll(/href="\/docs\/guide\/([a-z-]+)(#([^"]+))?"/g)) {
        const target = guides.find((one) => one.name === to)
        assert.ok(target, `${name}: ${to}`)
        if (anchor) assert.ok(target.content.includes(`id="${anchor}"`), `${name}: ${to}#${anchor}`)
      }
      assert.doesNotMatch(content, /href="[^"]*\.md|<script|src="http/, name)
    }
  })
})
