import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { addressGuide, readGuide, readGuides } from './guides.ts'

suite('the guides as pages', () => {
  test('a heading is an anchor and is in the table of contents', () => {
    const guide = readGuide('one', '# One\n\nWords.\n\n## The `key`\n\nSee [two](two.md#it).\n')
    assert.equal(guide.title, 'One')
    assert.deepEqual(guide.headings, [{ id: 'the-key', text: 'The key' }])
    assert.match(guide.content, /<h2 id="the-key">The <code>key<\/code><\/h2>/)
    assert.match(guide.content, /<a href="\/docs\/guide\/two#it">two<\/a>/)
  })

  test('code is marked as in the samples, and stays what it is', () => {
    const { content } = readGuide(
      'one',
      '```sh\n# it’s "so"\ncurl "$BASE/a" <b\n```\n\n```go\nx := "<a>"\n```\n',
    )
    assert.match(content, /<pre class="code" tabindex="0"><code class="language-sh">/)
    assert.match(content, /<span class="comment"># it’s (?:"|&quot;)so(?:"|&quot;)<\/span>\n/)
    assert.match(content, /<span class="keyword">curl<\/span> <span class="string">(?:"|&quot;)\$BASE\/a/)
    assert.match(content, /<\/span> &lt;b<\/code><\/pre>/)
    assert.match(content, /<code class="language-go">x := (?:"|&quot;)&lt;a>/)
    for (const { name, content: page } of readGuides()) {
      const blocks = [...page.matchAll(/<pre class="code"[^>]*><code class=[^>]*>([^]*?)<\/code><\/pre>/g)]
      const folder = join(import.meta.dirname, '../../../docs/guide')
      const [file = name] = globSync([`{,*/}${name}.md`, `${name}/README.md`], { cwd: folder })
      const fences = readFileSync(join(folder, file), 'utf8')
      const written = [...fences.matchAll(/^( *)```\w+.*\n([^]*?)\n *```$/gm)]
      assert.deepEqual(
        blocks.map(([, code = '']) => unescapeMarkup(code.replaceAll(/<[^>]*>/g, ''))),
        written.map(([, indent = '', code = '']) => code.replaceAll(new RegExp(`^${indent}`, 'gm'), '')),
        name,
      )
    }
  })

  test('a table scrolls by itself, and has no heading without words', () => {
    const { content } = readGuide('one', '| | who |\n|---|---|\n| a | b |\n')
    assert.match(content, /<div class="table" tabindex="0"/)
    assert.match(content, /<thead><tr><td><\/td><th>who<\/th><\/tr><\/thead><tbody><tr><td>a<\/td>/)
    assert.match(readGuide('two', '| | |\n|---|---|\n| a | b |\n').content, /<thead><\/thead>/)
  })

  test('the quick start is the first, and what instruments speak the last', () => {
    const names = readGuides().map(({ name }) => name)
    assert.deepEqual(names.slice(0, 3), ['quick-start', 'tracker', 'upload'])
    assert.equal(names.at(-1), 'dialects')
  })

  test('a server on the reader’s own machine has its own port in the commands', () => {
    const content = '<code>BASE=http://localhost:8080</code>'
    assert.match(addressGuide(content, 'http://localhost:9001'), /BASE=http:\/\/localhost:9001</)
    assert.equal(addressGuide(content, 'https://flights.example'), content)
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

function unescapeMarkup(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
