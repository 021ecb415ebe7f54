import type { Landing } from '../../en/server/landing.ts'

export const landing: Landing = {
  title: 'Tus vuelos, con su puntuación exacta',
  description:
    'Cloudstreet es un libro de vuelos para parapentistas: suelta un archivo IGC, mira el vuelo en un mapa con su puntuación exacta y la prueba, y compártelo con las aplicaciones que elijas.',
  preview: 'Un vuelo en Cloudstreet: el track en un mapa con el triángulo puntuado.',
  drop: 'Suelta aquí un archivo IGC o elige uno',
  staysHere: 'Se puntúa en tu navegador, sin cuenta. El archivo se queda en tu dispositivo.',
  needsScript: 'Esto necesita JavaScript; subir vuelos a tu libro con un programa, no.',
  opening: (name) => `Abriendo ${name} …`,
  tooLarge: (name) =>
    `${name} es demasiado grande para abrirlo aquí o no se puede leer. Elige un solo archivo IGC.`,
  headline: 'Suelta un vuelo.',
  headlineEnd: 'Descubre cuánto valía.',
  lead: 'Cloudstreet lee tu archivo IGC, encuentra la mejor puntuación que permiten las reglas, demuestra que no hay otra mejor y guarda el vuelo en un libro que te pertenece.',
  start: 'Empieza tu libro de vuelos',
  signIn: 'Iniciar sesión',
  picture:
    'Un vuelo en Cloudstreet: el track en un mapa con el triángulo puntuado, los datos al lado, el barograma debajo.',
  forPilots: 'Para pilotos',
  anyRecorder: 'Archivos de cualquier registrador.',
  anyRecorderText: 'Si uno está dañado, sabes en qué línea y por qué, antes de subirlo.',
  exact: 'Una puntuación exacta.',
  exactText: 'Balizas, tramos y distancia de cierre, con la prueba al lado.',
  yourData: 'Tus datos, tu decisión.',
  yourDataText:
    'Mira qué ha leído cada aplicación conectada y cuándo; desconéctala con un clic; descarga todo lo que tienes.',
  forDevelopers: 'Para desarrolladores',
  developersText:
    'Una API REST con OAuth 2.0 (authorization code con PKCE, device code, client credentials), claves de API personales y webhooks firmados. Un comando sube un vuelo:',
  uploadByCurl: 'Subir un vuelo con curl',
  documentation: 'Documentación de la API',
  createKey: 'Crear una clave de API',
  openapi: 'Descripción OpenAPI',
  worksWith: 'Funciona con',
  uploaders: 'Estos suben solos:',
  recorders: 'De estos, y de todo lo que escriba archivos IGC, suelta el archivo:',
  setUp: 'Configurar un instrumento',
  runIt: 'Gestiónalo tú',
  runItText:
    'En Linux con Node 20 o posterior, un comando en la carpeta del código lo arranca todo, con su propia base de datos:',
  startService: 'Arrancar el servicio',
  asService: 'Como servicio o contenedor',
  about: 'Acerca de',
  source: 'Código fuente',
  licence: 'Licencia MIT',
  version: (version) => `Versión ${version}`,
  privacy: 'Privacidad',
}
