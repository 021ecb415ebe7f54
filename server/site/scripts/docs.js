// The script of the documentation keeps the chosen language and the reader's key from page to page, copies code and lets
// readers try operations. Everything else works without it.
import { addTryIt } from './docs-try.js'

const LANGUAGE = 'cloudstreet-docs-language'
/** Also cleared by the page for signing in, which is shown after signing out. */
const KEY = 'cloudstreet-docs-key'
const DAY_MS = 86_400_000
const quotes = { curl: '', typescript: "'", python: '"' }

keepLanguage()
keepKey()
addCopyButtons()
for (const part of document.querySelectorAll('[data-try]')) addTryIt(part, () => readKey()?.key)

// ── the language of the samples

function keepLanguage() {
  const chosen = read('localStorage', LANGUAGE)
  if (chosen) choose(chosen)
  document.addEventListener('change', ({ target }) => {
    if (!target.matches('.tabs input')) return
    choose(target.value)
    write('localStorage', LANGUAGE, target.value)
  })
}

function choose(language) {
  for (const input of document.querySelectorAll('.tabs input')) input.checked = input.value === language
}

// ── the reader's key: in this tab alone, for whoever made it

function keepKey() {
  const part = document.querySelector('[data-holder]')
  const made = part?.dataset.key
  if (made)
    write(
      'sessionStorage',
      KEY,
      JSON.stringify({ key: made, holder: part.dataset.holder, madeAt: Date.now() }),
    )
  const key = readKey()?.key
  if (!part || !key) return
  fillSamples(key)
  const kept = part.querySelector('[data-kept]')
  kept.hidden = made !== undefined
  kept.querySelector('code').textContent = `${key.slice(0, 8)}…${key.slice(-4)}`
  // It may lack what this page is about: then another one has it.
  const make = part.querySelector('[data-make] summary')
  const words = make?.textContent
  if (make) make.textContent = 'Make another key'
  kept.querySelector('button').addEventListener('click', () => {
    remove('sessionStorage', KEY)
    for (const place of document.querySelectorAll('[data-key-place]'))
      place.textContent = place.dataset.variable
    for (const input of document.querySelectorAll('[data-credential]')) input.value = ''
    kept.hidden = true
    if (make) make.textContent = words
  })
}

/** Undefined, and forgotten, when it has expired, somebody else has signed in, or nobody is. */
function readKey() {
  const kept = read('sessionStorage', KEY)
  if (!kept) return undefined
  const { key, holder, madeAt } = JSON.parse(kept)
  const part = document.querySelector('[data-holder]')
  if (part?.dataset.holder === holder && Date.now() < madeAt + DAY_MS) return { key }
  // Pages that are for no key say nothing about the reader.
  if (document.querySelector('[data-stranger]') || part) remove('sessionStorage', KEY)
  return undefined
}

function fillSamples(key) {
  for (const place of document.querySelectorAll('[data-key-place]')) {
    const quote = quotes[place.dataset.keyPlace]
    place.textContent = quote + key + quote
  }
}

// A browser may forbid storage, and then even to name it throws: the next page starts anew.

function read(storage, name) {
  return attempt(() => window[storage].getItem(name))
}

function write(storage, name, value) {
  attempt(() => window[storage].setItem(name, value))
}

function remove(storage, name) {
  attempt(() => window[storage].removeItem(name))
}

function attempt(work) {
  try {
    return work()
  } catch {
    return undefined
  }
}

// ── copying

function addCopyButtons() {
  // Only pages by https, and on this machine, may.
  if (!navigator.clipboard) return
  for (const code of document.querySelectorAll('.tabs pre, .guide pre')) {
    // What a command answers is to be read, not pasted.
    if (code.querySelector('.language-json, .language-text')) continue
    const box = document.createElement('div')
    box.className = 'code-box'
    const button = document.createElement('button')
    button.className = 'copy'
    button.type = 'button'
    button.textContent = 'Copy'
    code.replaceWith(box)
    box.append(code, button)
    button.addEventListener('click', () => void copy(`${code.textContent.trimEnd()}\n`, button))
  }
}

async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
  } catch {
    button.textContent = 'Not copied'
  }
  setTimeout(() => {
    button.textContent = 'Copy'
  }, 2000)
}
