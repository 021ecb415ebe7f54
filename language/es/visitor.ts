import type { visitor as English } from '../en/visitor.ts'

export const visitor: typeof English = {
  notFoundWhy: 'Puede que ahora sea privado o que se haya cambiado el enlace.',
  notLoaded: 'No se pudo cargar el vuelo',
  notLoadedWhy: 'Comprueba tu conexión e inténtalo de nuevo en un momento.',
  goToStart: 'Ir a la página de inicio',
  isCut:
    'Parte del track está oculta. Todas las cifras, también la puntuación, son de la parte que se muestra.',
  aFlight: 'Un vuelo',
  aPilot: 'Un piloto',
  figures: (distance, points) => `${distance} · ${points} puntos`,
  thermals: 'Térmicas',
  bestClimb: 'Mejor ascenso',
  meanClimb: 'Ascenso medio',
  longestGlide: 'Planeo más largo',
  analysis: 'Análisis',
  scoring: (name) => `Puntuando ${name} …`,
  scoreAFlight: 'Puntuar un vuelo',
  download: 'Descargar el track',
  scoreIntro: 'En tu navegador, sin cuenta. El archivo se queda en tu dispositivo.',
  dropOne: 'Suelta aquí un archivo IGC',
  dropAnother: 'Suelta aquí otro archivo IGC',
  cannotScore: (name) => `${name} no se puede puntuar`,
  scoredHere: (name) =>
    `Puntuado en tu navegador: ${name} no ha salido de él. Las horas son las de tu zona horaria.`,
  flightsOf: (name, count) => `${count} vuelos en ${name}`,
  sample: 'Un vuelo de ejemplo',
  sampleWhat:
    'Simulado, y puntuado en tu navegador como lo sería el tuyo. Las horas son las de tu zona horaria.',
  keepQuestion: '¿Guardarlo?',
  keepWhat:
    'Con una cuenta va a tu libro de vuelos. Hasta que inicies sesión se queda en esta pestaña y no se envía a ningún sitio.',
  noRoom: 'Esta pestaña no tiene sitio para guardar el archivo. Crea una cuenta y súbelo allí.',
  keepIt: 'Guardarlo',
  haveAccount: 'Ya tengo cuenta',
  unpackAndDrop: 'Descomprímelo tú y suelta el archivo IGC.',
  isArchive: 'Es un archivo ZIP.',
  archiveHint: 'Suelta aquí un solo archivo IGC. Con una cuenta puedes subir archivos ZIP enteros.',
  tooLarge: 'Este archivo es mayor que cualquier vuelo.',
  tooLargeHint: 'Suelta un archivo IGC; los vuelos más largos tienen unos pocos megabytes.',
  notScoredHere: 'No se pudo puntuar el archivo en este navegador.',
  reloadHint: 'Recarga la página e inténtalo de nuevo.',
}
