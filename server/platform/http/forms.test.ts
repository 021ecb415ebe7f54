import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Form, readParameters } from './forms.ts'

function read(text: string): string[][] {
  return [...(Form.read(text) ?? [])].map(([name, value]) => [name, value])
}

suite('forms', () => {
  for (const [text, fields] of [
    ['', []],
    [
      'a=1&b=2',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    [
      'a=1&a=2',
      [
        ['a', '1'],
        ['a', '2'],
      ],
    ],
    [
      'a&b=&=c',
      [
        ['a', ''],
        ['b', ''],
        ['', 'c'],
      ],
    ],
    ['&&a=1&', [['a', '1']]],
    [
      'a=b=c&d',
      [
        ['a', 'b=c'],
        ['d', ''],
      ],
    ],
    ['a+b=c+d%20e%2Bf', [['a b', 'c d e+f']]],
    ['%C3%A9=%E2%98%81', [['é', '☁']]],
    ['?a=1', [['?a', '1']]],
    ['a=é☁', [['a', 'é☁']]],
    [
      '__proto__=1&constructor=2',
      [
        ['__proto__', '1'],
        ['constructor', '2'],
      ],
    ],
  ] as const) {
    test(`"${text}" is read as it was sent`, () => assert.deepEqual(read(text), fields))
  }

  test('what a browser encodes comes back, whatever the text', () => {
    for (let round = 0; round < 500; round++) {
      const fields = Array.from({ length: round % 5 }, () => [randomText(), randomText()])
      assert.deepEqual(read(new URLSearchParams(fields).toString()), fields)
    }
  })

  test('what is not valid percent-encoding is refused whole', () => {
    for (const text of ['%', 'a=%', 'a=1&b=%zz', '%C3=1', 'a=%C3%28', 'a=%ED%A0%80', 'ok=1&a=%f']) {
      assert.equal(Form.read(text), undefined, text)
    }
  })

  test('a megabyte of the shortest fields takes no longer than one of the longest', () => {
    const took = (text: string) => {
      const began = process.threadCpuUsage()
      assert.ok(Form.read(text))
      const { user, system } = process.threadCpuUsage(began)
      return (user + system) / 1000
    }
    const longest = Math.min(...[1, 2, 3].map(() => took(`a=${'%41'.repeat(350_000)}`)))
    const shortest = Math.min(...[1, 2, 3].map(() => took('a&'.repeat(524_288))))
    assert.ok(shortest < longest * 50 + 500, `${shortest} ms against ${longest} ms`)
  })

  test('one field or all of a name', () => {
    const form = Form.read('scope=a&scope=b&decision=')
    assert.equal(form?.get('scope'), 'a')
    assert.equal(form?.get('decision'), '')
    assert.equal(form?.get('other'), undefined)
    assert.deepEqual(form?.getAll('scope'), ['a', 'b'])
    assert.deepEqual(form?.getAll('other'), [])
  })

  test('parameters: each once, even an empty one, and empty ones are absent', () => {
    assert.deepEqual(
      [...readParameters(Form.read('a=1&b=&c=2'))],
      [
        ['a', '1'],
        ['c', '2'],
      ],
    )
    for (const text of ['a=1&a=1', 'a=&a=1', 'a=1&a=', 'a&a']) {
      assert.throws(() => readParameters(Form.read(text)), /a is given more than once/, text)
    }
    assert.equal(readParameters(undefined).size, 0)
    for (const body of [null, {}, [['a', '1']], 'a=1']) {
      assert.throws(() => readParameters(body), /must be a form/)
    }
  })
})

const letters = ['a', '+', '%', '&', '=', ' ', 'é', '☁', '🪂', '\n', '/', '?', '#', '"']

function randomText(): string {
  const length = Math.floor(Math.random() * 6)
  return Array.from({ length }, () => letters[Math.floor(Math.random() * letters.length)]).join('')
}
