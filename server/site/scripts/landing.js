// A file that is dropped on the landing page or chosen there is scored in the browser and shown in place of the picture.
// Nothing is sent. The code for it (web/try/door.tsx) is loaded with the first file.
const zone = document.querySelector('#door')
const input = zone?.querySelector('input[type=file]')
const note = zone?.querySelector('[role=status]')
const stage = document.querySelector('#stage')

async function take(file) {
  if (!file) return
  say(zone.dataset.opening, file)
  try {
    const { openFile } = await import(zone.dataset.module)
    await openFile(file, stage)
    note.textContent = ''
    stage.scrollIntoView({ block: 'nearest' })
  } catch {
    say(zone.dataset.failed, file)
  }
}

/** In the words of the page, which are in the reader's language. */
function say(text, file) {
  note.textContent = text.replace('{file}', () => file.name)
}

if (zone && input && note && stage) {
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
