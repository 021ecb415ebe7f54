// A strict reader of XML and a schema to hold it against: elements in their order, how often, with which attributes and text.
import assert from 'node:assert/strict'

export interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

/** What an element may hold: its children in their order, as `name`, `name?` or `name*`; or text. */
export interface ElementSchema {
  attributes?: Record<string, RegExp>
  children?: readonly string[]
  text?: RegExp
}

const TAG = /<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+="[^"<&]*")*)\s*(\/?)>/y
const TEXT = /[^<]+/y

export function readXml(xml: string): Element {
  const head = /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/.exec(xml)
  assert.ok(head, 'begins with its declaration')
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  for (let at = head[0].length; at < xml.length;) {
    const here = open.at(-1)!
    TEXT.lastIndex = at
    const text = TEXT.exec(xml)?.[0]
    if (text !== undefined) {
      assert.doesNotMatch(text, /&(?!(?:amp|lt|gt|quot|apos|#\d+);)|\]\]>/)
      here.text += text
      at += text.length
      continue
    }
    TAG.lastIndex = at
    const tag = TAG.exec(xml) ?? assert.fail(`no tag: ${xml.slice(at, at + 60)}`)
    const [whole, closing, name, attributes, isEmpty] = tag
    at += whole.length
    if (closing) {
      assert.equal(open.pop()?.name, name)
      continue
    }
    const pairs = [...(attributes ?? '').matchAll(/([\w:.-]+)="([^"]*)"/g)]
    const element = {
      name: name!,
      attributes: Object.fromEntries(pairs.map(([, key, value]) => [key!, value!])),
      children: [],
      text: '',
    }
    assert.equal(Object.keys(element.attributes).length, pairs.length, 'no attribute twice')
    here.children.push(element)
    if (!isEmpty) open.push(element)
  }
  assert.equal(open.length, 1, 'every element is closed')
  assert.equal(root.children.length, 1, 'one root')
  return root.children[0]!
}

export function checkXml(element: Element, schema: Record<string, ElementSchema>): void {
  const { name, attributes, children, text } = element
  const {
    children: expected = [],
    text: pattern,
    ...rules
  } = schema[name] ?? assert.fail(`<${name}> is unknown`)
  assert.deepEqual(Object.keys(attributes).toSorted(), Object.keys(rules.attributes ?? {}).toSorted(), name)
  for (const [key, value] of Object.entries(attributes))
    assert.match(value, rules.attributes?.[key] ?? /^$/, `${name} ${key}`)
  if (pattern) assert.match(text, pattern, name)
  else assert.match(text, /^\s*$/, name)
  const order = expected.map((item) => `(?:${item.replace(/[?*]$/, '')} )${/[?*]$/.exec(item)?.[0] ?? ''}`)
  const found = children.map((child) => `${child.name} `).join('')
  assert.match(found, new RegExp(`^${order.join('')}$`), `children of ${name}`)
  for (const child of children) checkXml(child, schema)
}
