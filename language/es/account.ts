import type { account as English } from '../en/account.ts'

export const account: typeof English = {
  tabs: {
    profile: 'Perfil y unidades',
    sharing: 'Privacidad y compartir',
    security: 'Seguridad y apps',
    data: 'Tus datos',
  },

  memberSince: (email, date) => `${email}, con nosotros desde el ${date}`,
  earlyAdopter: 'Desde el principio',
  profile: 'Perfil',
  name: 'Nombre',
  club: 'Club',
  civlId: 'ID de CIVL',
  civlIdHint: 'Tu número en la clasificación mundial de la CIVL.',
  civlIdWrong: 'Un ID de CIVL solo tiene cifras, por ejemplo 12345. Déjalo vacío si no tienes.',
  isPublic: 'Mi perfil es público',
  save: 'Guardar cambios',
  saved: 'Guardado.',

  picture: 'Foto',
  yourPicture: 'Tu foto',
  choosePicture: 'Elegir foto',
  changePicture: 'Cambiar foto',
  removePicture: 'Quitar foto',
  pictureHint: 'JPEG, PNG, WebP, GIF o AVIF, hasta 1 MB. La ubicación guardada en el archivo se elimina.',

  reading: 'Idioma y unidades',
  readingHint: 'Para estas páginas y nuestros correos. Los puntos siguen siendo puntos.',
  language: 'Idioma',
  asBrowser: 'El del navegador',
  units: 'Unidades',
  metric: 'Métricas: km, m, m/s',
  imperial: 'Imperiales: mi, ft, fpm',
  clock: 'Hora',
  clock24: '24 horas: 14:05',
  clock12: '12 horas: 2:05 p. m.',

  dataIntro: 'Tus datos son tuyos: descárgalos o bórralos.',
  export: 'Exportar',
  exportWhat:
    'Un archivo ZIP con cada archivo IGC tal como lo subiste, y con tu perfil, puntuaciones, claves, apps conectadas y registro de accesos en JSON.',
  downloadAll: 'Descargar todo',
  deleteAccount: 'Borrar la cuenta',
  deleteWhat:
    'Tus vuelos, archivos y claves se borran al instante. Las apps conectadas reciben un aviso y pierden el acceso.',
  deleteTitle: '¿Borrar tu cuenta?',
  deleteWarning: 'No se puede deshacer. Descarga antes tus datos si más adelante podrías necesitarlos.',
  deleteEverything: 'Borrar todo',
  keepAccount: 'Conservar la cuenta',
  deleted: 'Tu cuenta está borrada',
  deletedWhat:
    'Tus vuelos, archivos, claves, webhooks y todos los demás datos están borrados. ¡Buenos aterrizajes!',
  goHome: 'Ir a la página de inicio',
}
