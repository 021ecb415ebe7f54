import type { instruments as English } from '../en/instruments.ts'

const shareFile = [
  'Abre el archivo IGC del vuelo en la aplicación y elige «Compartir». En Android, Cloudstreet está entre las aplicaciones una vez instalado en el teléfono.',
  'O guarda el archivo y elígelo en la página de subida.',
]
const copyFiles = [
  'Conéctalo a un ordenador por USB: su memoria aparece como una unidad. Los vuelos son archivos IGC, a menudo en una carpeta propia.',
  'Arrástralos a la página de subida: muchos a la vez o en un archivo ZIP. Los que ya están se reconocen.',
]

export const instruments: typeof English = {
  flyskyhy: {
    name: 'Flyskyhy (iPhone)',
    steps: [
      'Abre los ajustes, ve a la subida de vuelos y elige «Other Leonardo Server».',
      'Introduce la dirección, el usuario y la contraseña de abajo.',
      'Sube un vuelo desde el libro de la app.',
    ],
  },
  gaggle: {
    name: 'Gaggle (Android)',
    steps: [
      'Abre las preferencias y luego la cuenta del servidor Leonardo.',
      'Introduce la dirección, el usuario y la contraseña de abajo.',
      'Abre un vuelo y elige «Upload».',
    ],
  },
  leaf: {
    name: 'Vario Leaf',
    steps: [
      'En el instrumento, inicia la vinculación con el libro de vuelos. Muestra un código de seis caracteres.',
      'Escanea el código QR que muestra, o abre «Vincular con un código» abajo e introduce el código.',
      'Permítelo. A partir de entonces el instrumento sube los vuelos solo.',
    ],
  },
  xcup: {
    name: 'xcup y otros clientes de DHV-XC',
    steps: [
      'Introduce la dirección de abajo como dirección de la interfaz.',
      'Introduce el usuario y la contraseña de abajo como usuario y contraseña de subida.',
      'Sube un vuelo.',
    ],
  },
  skylines: {
    name: 'Scripts para SkyLines',
    steps: [
      'Envía tus archivos, IGC o ZIP, a la dirección de abajo.',
      'Usa el usuario y la contraseña de abajo para la autenticación HTTP Basic.',
    ],
  },
  other: {
    name: 'Otro instrumento u otra app',
    steps: [
      'Busca la subida a un servidor «Leonardo», o una dirección de subida que puedas introducir tú.',
      'Introduce la dirección, el usuario y la contraseña de abajo.',
      'Sube un vuelo.',
    ],
  },
  xctrack: {
    name: 'XCTrack (Android)',
    steps: ['Sube los vuelos a XContest y no admite la dirección de otro libro de vuelo.', ...shareFile],
  },
  seeyou: {
    name: 'SeeYou, SeeYou Navigator',
    steps: ['No se sabe que admita la dirección de otro libro de vuelo.', ...shareFile],
  },
  skytraxx: {
    name: 'Skytraxx',
    steps: ['Sube los vuelos a los servicios de su propia lista y no admite otra dirección.', ...copyFiles],
  },
  flymaster: {
    name: 'Flymaster',
    steps: ['Sube los vuelos a los servicios de su propia lista y no admite otra dirección.', ...copyFiles],
  },
}
