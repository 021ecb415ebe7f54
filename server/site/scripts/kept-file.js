// Names the flight that a visitor keeps, on the pages for signing in and up. It is in this tab only:
// web/parts/files/kept-file.ts.
const note = document.querySelector('[data-kept]')

try {
  const kept = JSON.parse(sessionStorage.getItem('kept-file') ?? 'null')
  if (note && kept?.isWanted && kept.title) {
    note.textContent = note.dataset.kept.replace('{flight}', () => kept.title)
    note.hidden = false
  }
} catch {
  // The browser forbids storage, so that nothing was kept.
}
