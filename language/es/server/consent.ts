import type * as English from '../../en/server/consent.ts'
import { sentence } from '../../sentence.ts'

export const decision: typeof English.decision = {
  allow: 'Permitir',
  deny: 'Rechazar',
  nothingAllowed: 'No se ha permitido nada',
  startAgain: 'Vuelve a la aplicación o al dispositivo y empieza de nuevo.',
  tickOne: 'Marca al menos una opción o elige Rechazar.',
  signedInAs: (email) => sentence`Sesión iniciada como ${email}.`,
  notYou: '¿No eres tú?',
  connectedApps: 'Aplicaciones conectadas',
  disconnect: (connectedApps) => sentence`Puedes desconectarla cuando quieras en ${connectedApps}.`,
}

export const consent: typeof English.consent = {
  title: (name) => `¿Permitir ${name}?`,
  either: (place) => sentence`En cualquier caso vuelves a ${place}.`,
  appHere: (place) => sentence`una aplicación en este dispositivo, ${place}`,
  programHere: (place) => sentence`un programa en este ordenador, ${place}`,
  moved: (name, before, now) =>
    sentence`Ya has dado permiso a ${name}, pero te devolvía a ${before}. Ahora quiere devolverte a ${now}. Permítelo solo si confías en esa dirección.`,
  program: (host) =>
    sentence`Un programa en este ordenador dice que es de ${host}, lo que no se puede comprobar.`,
  builtIn: 'Forma parte de este servicio: el programa cloudstreet, en uno de tus ordenadores.',
  by: (owner) => `Una aplicación de ${owner}`,
  unnamedUser: 'alguien sin nombre en este servicio',
  application: (id) => `aplicación ${id}`,
  notRegistered: 'No registrada aquí.',
  onlyAddress: (address) =>
    sentence`Nadie ha comprobado esta aplicación: solo se conoce su dirección, ${address}.`,
  selfRegistered: 'Se ha registrado ella misma.',
  onlyReturn: (address) =>
    sentence`Nadie ha comprobado esta aplicación ni su nombre: solo se sabe adónde te devuelve, ${address}.`,
  callsItself: (name) => `Se presenta como «${name}».`,
  onlyIfStarted: 'Permítelo solo si lo acabas de iniciar tú.',
  onlyIfKnown: 'Permítelo solo si conoces esa dirección y vienes de ella.',
  asksTo: (name) => `${name} pide permiso para`,
  untick: 'Desmarca lo que no deba hacer.',
  cannotBeUndone: 'Esto no se puede deshacer.',
  unsafe: 'Este enlace no funciona',
  tellDeveloper:
    'No se ha permitido nada y no se te ha redirigido. Avisa a quienes desarrollan la aplicación.',
}

export const device: typeof English.device = {
  title: 'Conectar un dispositivo',
  hint: 'Tu dispositivo muestra un código de ocho letras.',
  code: 'Código',
  continue: 'Continuar',
  unknown:
    'Ningún dispositivo espera con este código. Mira otra vez tu dispositivo: un código solo vale unos minutos.',
  tooMany: 'Se han probado demasiados códigos en poco tiempo. Espera unos minutos e inténtalo de nuevo.',
  connect: (name) => `¿Conectar ${name}?`,
  showsCode: '¿Muestra tu dispositivo este código?',
  care: 'Permítelo solo si lo has empezado tú, en un dispositivo que tienes delante. Cloudstreet nunca te enviará un código.',
  requestedFrom: 'Solicitado desde',
  unknownAddress: 'una dirección desconocida',
  requestedAt: 'Solicitado a las',
  justNow: 'ahora mismo',
  minutesAgo: (minutes) => (minutes === 1 ? 'hace 1 minuto' : `hace ${minutes} minutos`),
  identifiesAs: 'Se identifica como',
  connected: 'Conectado',
  denied: 'Rechazado',
  isConnected: (name) => `${name}: conexión hecha`,
  isNotConnected: (name) => `${name}: conexión rechazada`,
  goBack: 'Puedes volver a tu dispositivo.',
  nothingAllowed: 'No se ha permitido nada.',
}

export const pairing: typeof English.pairing = {
  title: 'Vincular un instrumento',
  hint: 'Tu instrumento muestra un código de seis caracteres.',
  unknown:
    'Ningún dispositivo espera con este código. Mira otra vez tu dispositivo: un código solo vale diez minutos.',
  pair: '¿Vincular este instrumento?',
  showsCode: '¿Muestra tu instrumento este código?',
  itMay: 'Puede',
  uploadOnly: 'subir vuelos a tu cuenta, y nada más',
  care: 'Permítelo solo si lo has empezado tú, en un instrumento que tienes delante. Cloudstreet nunca te enviará un código.',
  name: 'Nombre',
  pairedDevice: 'Dispositivo vinculado',
  paired: 'Vinculado',
  isPaired: (name) => `${name}: vinculación hecha`,
  nothingPaired: 'No se ha vinculado nada',
  goBack: 'Puedes volver a tu instrumento.',
  remove: (devices) => sentence`Puedes quitarlo cuando quieras en ${devices}.`,
  devices: 'Dispositivos',
}

export const signOut: typeof English.signOut = {
  title: '¿Cerrar sesión?',
  asks: (who, email) => sentence`${who} pide cerrar tu sesión en Cloudstreet. Tu cuenta aquí es ${email}.`,
  aLink: 'Un enlace',
  wouldStay: 'Te quedarías aquí.',
  thenTo: (place) => sentence`Después vas a ${place}.`,
  button: 'Cerrar sesión',
  stay: 'Seguir con la sesión',
  signedOut: 'Sesión cerrada',
  youAreSignedOut: 'Has cerrado sesión',
  again: 'Iniciar sesión de nuevo',
  continueTo: (place) => `Continuar a ${place}`,
}
