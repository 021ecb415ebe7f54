// A file that is dropped on the landing page or chosen there is kept in this tab and shown by /try, which scores it in the
// browser. Nothing is sent. The format is that of web/parts/files/kept-file.ts.
const zone = document.querySelector('#door')
const input = zone?.querySelector('input[type=file]')
const note = zone?.querySelector('[role=status]')

async function take(file) {
  if (!file || !note) return
  say(zone.dataset.opening, file)
  try {
    const packed = file.stream().pipeThrough(new CompressionStream('gzip'))
    const data = await toDataUrl(await new Response(packed).blob())
    sessionStorage.setItem('kept-file', JSON.stringify({ name: file.name, data }))
    location.assign('/try')
  } catch {
    sessionStorage.removeItem('kept-file')
    say(zone.dataset.tooLarge, file)
  }
}

/** In the words of the page, which are in the reader's language. */
function say(text, file) {
  note.textContent = text.replace('{file}', () => file.name)
}

function toDataUrl(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(blob)
  })
}

if (zone && input && note) {
  input.addEventListener('change', () => void take(input.files?.[0]))
  // A file that misses the box would otherwise replace the page.
  addEventListener('dragover', (event) => {
    event.preventDefault()
    zone.classList.add('is-over')
  })
  addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) zone.classList.remove('is-over')
  })
  addEventListener('drop', (event) => {
    event.preventDefault()
    zone.classList.remove('is-over')
    void take(event.dataTransfer?.files[0])
  })
}
