import type { photos as English } from '../en/photos.ts'

export const photos: typeof English = {
  title: 'Fotos',
  add: 'Fotos hinzufügen',
  caption: 'Bildunterschrift',
  save: 'Bildunterschrift speichern',
  delete: 'Löschen',
  previous: 'Voriges Foto',
  next: 'Nächstes Foto',
  numbered: (number, count) => `Foto ${number} von ${count}`,
  uploading: (name) => `${name} wird hochgeladen`,
  dismiss: (name) => `${name} ausblenden`,
  how: (most) => `Bis zu ${most}; du kannst sie auch hierher ziehen oder einfügen.`,
  removed:
    'Ort, Zeit und Kamera werden aus dem Bild entfernt. Zeit und Ort bleiben nur für deine Privatzonen gespeichert.',
  onlyYou: 'Nur du siehst sie, solange der Flug privat ist.',
  shared: 'Sie werden mit dem geteilten Flug gezeigt.',
  deleteTitle: 'Dieses Foto löschen?',
  deleteIt: 'Foto löschen',
  keepIt: 'Foto behalten',
  deleteWhy: 'Es wird endgültig gelöscht, auch dort, wo der Flug geteilt ist.',
}
