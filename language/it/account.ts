import type { account as English } from '../en/account.ts'

export const account: typeof English = {
  tabs: {
    profile: 'Profilo e unità',
    sharing: 'Privacy e condivisione',
    security: 'Sicurezza e app',
    data: 'I tuoi dati',
  },

  memberSince: (email, date) => `${email}, con noi dal ${date}`,
  earlyAdopter: 'Con noi dall’inizio',
  profile: 'Profilo',
  name: 'Nome',
  club: 'Club',
  civlId: 'ID CIVL',
  civlIdHint: 'Il tuo numero nella classifica mondiale CIVL.',
  civlIdWrong: 'Un ID CIVL ha solo cifre, per esempio 12345. Lascia vuoto se non ne hai uno.',
  isPublic: 'Il mio profilo è pubblico',
  save: 'Salva le modifiche',
  saved: 'Salvato.',

  picture: 'Foto',
  yourPicture: 'La tua foto',
  choosePicture: 'Scegli una foto',
  changePicture: 'Cambia foto',
  removePicture: 'Rimuovi la foto',
  pictureHint: 'JPEG, PNG, WebP, GIF o AVIF, fino a 1 MB. La posizione salvata nel file viene rimossa.',

  reading: 'Lingua e unità',
  readingHint: 'Per queste pagine e per le nostre e-mail. I punti restano punti.',
  language: 'Lingua',
  asBrowser: 'Come il browser',
  units: 'Unità',
  metric: 'Metriche: km, m, m/s',
  imperial: 'Imperiali: mi, ft, fpm',
  clock: 'Ora',
  clock24: '24 ore: 14:05',
  clock12: '12 ore: 2:05 PM',

  dataIntro: 'I tuoi dati sono tuoi: scaricali, o eliminali.',
  export: 'Esporta',
  exportWhat:
    'Un file ZIP con ogni file IGC come l’hai caricato, e con profilo, punteggi, chiavi, app collegate e registro degli accessi in JSON.',
  downloadAll: 'Scarica tutto',
  deleteAccount: 'Elimina l’account',
  deleteWhat:
    'I tuoi voli, file e chiavi vengono eliminati subito. Le app collegate vengono avvisate e perdono l’accesso.',
  deleteTitle: 'Eliminare il tuo account?',
  deleteWarning: 'Non si può annullare. Scarica prima i tuoi dati, se potrebbero servirti più avanti.',
  deleteEverything: 'Elimina tutto',
  keepAccount: 'Mantieni l’account',
  deleted: 'Il tuo account è stato eliminato',
  deletedWhat:
    'I tuoi voli, file, chiavi, webhook e tutti gli altri dati sono stati eliminati. Buoni atterraggi!',
  goHome: 'Vai alla pagina iniziale',
}
