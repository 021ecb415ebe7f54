import type { connections as English } from '../en/connections.ts'
import { plural } from '../plural.ts'

export const connections: typeof English = {
  title: 'Aplicaciones conectadas',
  intro: 'Las apps que pueden actuar por ti y lo que han hecho en los últimos 90 días.',
  none: 'Ninguna app conectada',
  noneWhat: 'Las apps a las que permites ver o subir tus vuelos aparecen aquí hasta que las desconectes.',
  disconnect: 'Desconectar',
  disconnectQuestion: (name) => `¿Desconectar ${name}?`,
  disconnectWhat:
    'Pierde el acceso al instante y deja de recibir avisos de tus vuelos. Podrás volver a conectarla más adelante.',
  replayed:
    'Un token se usó dos veces, quizá lo hayan robado. Se han revocado todos sus accesos; vuelve a conectar la app solo si te fías de ella:',
  incidentFrom: (name, when, address) => `${name}, ${when} desde ${address}`,
  notified: (webhooks) =>
    `${plural(webhooks, 'Su webhook recibe avisos', `Sus ${webhooks} webhooks reciben avisos`)} de tus vuelos.`,
  stillNotified: (webhooks) =>
    `${plural(webhooks, 'Su webhook sigue recibiendo avisos', `Sus ${webhooks} webhooks siguen recibiendo avisos`)} de tus vuelos.`,
  noToken:
    'Ahora no tiene ningún token, pero puede obtener otro sin volver a preguntarte. Desconéctala para evitarlo.',
  by: (owner) => `De ${owner}.`,
  selfRegistered: 'Se ha registrado ella misma; nadie ha comprobado su nombre.',
  describesItself: (address) => `No está registrada aquí; se describe a sí misma en ${address}.`,
  connectedAndUsed: (date, when) => `Conectada el ${date}, último uso ${when}`,
  connectedNeverUsed: (date) => `Conectada el ${date}, nunca usada`,
  returnsTo: (addresses) => `Te devuelve a ${addresses}.`,
  yourKeys: 'Tus claves personales',
  requestsOf: (name) => `Solicitudes: ${name}`,
  noRequests: 'Ninguna solicitud en los últimos 90 días.',
  day: 'Día',
  key: 'Clave',
  access: 'Acceso',
  requests: 'Solicitudes',
  lastRequest: 'Última solicitud',
}
