import type { photos as English } from '../en/photos.ts'

export const photos: typeof English = {
  title: 'Fotos',
  add: 'Añadir fotos',
  caption: 'Pie de foto',
  save: 'Guardar el pie de foto',
  delete: 'Borrar',
  previous: 'Foto anterior',
  next: 'Foto siguiente',
  numbered: (number, count) => `Foto ${number} de ${count}`,
  uploading: (name) => `Subiendo ${name}`,
  dismiss: (name) => `Ocultar ${name}`,
  how: (most) => `Hasta ${most}; también puedes arrastrarlas o pegarlas aquí.`,
  removed:
    'El lugar, la hora y la cámara se quitan de la imagen. La hora y el lugar se guardan solo para tus zonas privadas.',
  onlyYou: 'Solo tú las ves mientras el vuelo es privado.',
  shared: 'Se muestran con el vuelo compartido.',
  deleteTitle: '¿Borrar esta foto?',
  deleteIt: 'Borrar la foto',
  keepIt: 'Conservar la foto',
  deleteWhy: 'Se borra para siempre, también donde el vuelo está compartido.',
}
