import type { photos as English } from '../en/photos.ts'

export const photos: typeof English = {
  title: 'Foto',
  add: 'Aggiungi foto',
  caption: 'Didascalia',
  save: 'Salva la didascalia',
  delete: 'Elimina',
  previous: 'Foto precedente',
  next: 'Foto successiva',
  numbered: (number, count) => `Foto ${number} di ${count}`,
  uploading: (name) => `Caricamento di ${name}`,
  dismiss: (name) => `Nascondi ${name}`,
  how: (most) => `Fino a ${most}; puoi anche trascinarle o incollarle qui.`,
  removed:
    'Luogo, ora e fotocamera vengono tolti dall’immagine. Ora e luogo restano salvati solo per le tue zone private.',
  onlyYou: 'Le vedi solo tu finché il volo è privato.',
  shared: 'Sono mostrate con il volo condiviso.',
  deleteTitle: 'Eliminare questa foto?',
  deleteIt: 'Elimina la foto',
  keepIt: 'Tieni la foto',
  deleteWhy: 'Viene eliminata per sempre, anche dove il volo è condiviso.',
}
