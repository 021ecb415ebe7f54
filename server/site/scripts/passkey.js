// Shows the passkey buttons of the sign-in pages where the browser can do it, and makes them work.
import './kept-file.js'

// Signing out leads here: the key that the documentation has kept in this tab goes with the session.
try {
  sessionStorage.removeItem('cloudstreet-docs-key')
} catch {
  // The browser forbids storage, so that nothing was kept.
}

class Refusal extends Error {
  constructor(reason) {
    super(reason)
    this.reason = reason
  }
}

const isSupported = 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential

for (const part of document.querySelectorAll('[data-passkey]')) {
  if (!isSupported) continue
  part.hidden = false
  part.querySelector('button').addEventListener('click', () => void use(part))
}

async function use(part) {
  const button = part.querySelector('button')
  const problem = part.querySelector('[role=alert]')
  problem.hidden = true
  button.disabled = true
  try {
    location.assign(await signIn(part.dataset.passkey, part.dataset.returnTo))
  } catch (error) {
    problem.textContent = explain(error, JSON.parse(part.dataset.problems))
    problem.hidden = false
    button.disabled = false
  }
}

/** Gives the path to go on to. */
async function signIn(path, returnTo) {
  const options = await post(`${path}/options`, {})
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = await navigator.credentials.get({ publicKey })
  const answer = await post(path, { response: credential.toJSON(), returnTo })
  return answer.location
}

async function post(path, body) {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (response.ok) return response.json()
  if (response.status === 429) throw new Refusal('tooMany')
  if (response.status !== 401) throw new Refusal('failed')
  throw new Refusal(path.endsWith('/options') ? 'expired' : 'notAccepted')
}

/** In the words of the page, which are in the reader's language. */
function explain(error, problems) {
  if (error instanceof Refusal) return problems[error.reason]
  // The user closed the browser's dialog, or let it wait too long.
  if (error.name === 'NotAllowedError') return problems.noneUsed
  if (error.name === 'SecurityError') return problems.cannotBeUsed
  return error.message
}
