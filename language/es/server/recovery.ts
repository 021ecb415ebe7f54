import { plural } from '../../plural.ts'
import type * as English from '../../en/server/recovery.ts'
import { sentence } from '../../sentence.ts'

export const resetPassword: typeof English.resetPassword = {
  forgotten: 'Restablecer la contraseña',
  enterEmail:
    'Escribe la dirección de correo de tu cuenta. Te enviaremos un enlace para elegir una nueva contraseña.',
  sendLink: 'Enviar enlace',
  sent: 'Si esta dirección de correo tiene una cuenta, va en camino un enlace para elegir una nueva contraseña.',
  title: 'Elige una nueva contraseña',
  signsOut: 'Con esto se cierra tu sesión en todos los navegadores.',
  button: 'Cambiar la contraseña',
  changed: 'Tu contraseña ha cambiado. Inicia sesión con la nueva.',
}

export const mailedLinks: typeof English.mailedLinks = {
  checkInbox: 'Mira tu bandeja de entrada',
  notThere: '¿No ha llegado nada en unos minutos? Mira en la carpeta de spam.',
  expired: 'Este enlace ya no funciona',
  workOnce: 'Los enlaces que enviamos por correo funcionan una sola vez y durante un tiempo limitado.',
}

export const confirmEmail: typeof English.confirmEmail = {
  title: 'Confirma tu dirección de correo',
  isItYours: (email) => sentence`¿Es ${email} tu dirección de correo, y has pedido tú este correo?`,
  yes: 'Sí, confirmar',
  confirmed: 'Tu dirección de correo está confirmada',
  isNow: (email) => sentence`${email} es ahora la dirección de correo de tu cuenta.`,
  openAccount: 'Abrir tu cuenta',
  youCanSignIn: 'Tu dirección de correo está confirmada. Ya puedes iniciar sesión.',
  enterEmail: 'Escribe la dirección de correo de tu cuenta. Enviaremos otra vez el correo de confirmación.',
  resend: 'Enviar otra vez',
  sent: 'Si esta dirección de correo tiene una cuenta aún sin confirmar, va en camino un enlace.',
}

export const keepEmail: typeof English.keepEmail = {
  takeBack: 'Recupera tu cuenta',
  isAnother: (email) => sentence`La cuenta que tenía la dirección ${email} ahora tiene otra.`,
  willTakeBack:
    'Esto le devuelve tu dirección, cierra la sesión de todos, anula todos los enlaces enviados y te deja elegir una nueva contraseña.',
  takeItBack: 'Recuperarla',
  keep: 'Conserva tu dirección de correo',
  someoneAsked: 'Alguien ha pedido cambiar la dirección de correo de tu cuenta.',
  willCancel: (email) => sentence`Esto cancela el cambio: la dirección sigue siendo ${email}.`,
  cancelChange: 'Cancelar el cambio',
  isYours: 'La cuenta vuelve a ser tuya',
  isBack: (email) => sentence`Su dirección vuelve a ser ${email}. Se ha cerrado la sesión de todos.`,
  oldPasswordEnded: 'La contraseña anterior ya no funciona. Elige ahora una nueva.',
  isCancelled: 'El cambio está cancelado',
  stays: (email) => sentence`La dirección de tu cuenta sigue siendo ${email}.`,
  somebodyKnows: 'Si no lo has pedido tú, alguien conoce tu contraseña. Elige ahora una nueva.',
}

export const undoFactor: typeof English.undoFactor = {
  wasAdded: (name) =>
    sentence`Alguien ha añadido ${name} a los segundos factores de tu cuenta. ¿No has sido tú?`,
  willRemove:
    'Esto lo elimina, cierra la sesión de todos, suspende otros segundos factores recientes y te deja elegir una nueva contraseña.',
  remove: 'Eliminarlo',
  removed: 'Eliminado',
  noLonger: (name) =>
    sentence`${name} ya no permite iniciar sesión en tu cuenta. Se ha cerrado la sesión de todos.`,
  otherEmail:
    'La cuenta tiene ahora otra dirección de correo. Para recuperarla, abre el enlace del correo que te avisó de ese cambio.',
}

export const undoSharing: typeof English.undoSharing = {
  undo: 'Deshacer',
  wasChanged: 'Alguien ha cambiado lo que otros ven de tus vuelos. ¿No has sido tú?',
  willUndo: 'Todo vuelve a ser como antes; los vuelos compartidos juntos pasan a ser privados.',
  undone: 'Está deshecho',
  choosePassword: 'Si lo ha cambiado otra persona, conoce tu contraseña. Elige ahora una nueva.',
}

export const undoClubOwners: typeof English.undoSharing = {
  undo: 'Deshacer',
  wasChanged: '¿No estaba acordado?',
  willUndo: 'Cada persona afectada recupera el papel que tenía antes.',
  undone: 'Está deshecho',
  choosePassword: 'Si alguien lo hizo en tu nombre, conoce tu contraseña. Elige ahora una nueva.',
}

export const review: typeof English.review = {
  title: 'Qué puede actuar en nombre de tu cuenta',
  afterRecovery:
    'Tu cuenta se ha recuperado. Otra persona puede haber dejado algo. Lo que sea de la semana anterior a la recuperación o posterior termina, salvo que lo conserves.',
  atAnyTime: 'Todo esto puede actuar en nombre de tu cuenta sin iniciar sesión. Termina lo que no conozcas.',
  othersSignedOut: 'Se cierra la sesión en todos los demás navegadores.',
  signsOutOthers: 'Terminar algo también cierra tu sesión en todos los demás navegadores.',
  apply: 'Aplicar estas decisiones',
  keep: 'Conservar',
  end: 'Terminar',
  decideRest: 'Tus decisiones están guardadas. Decide también sobre lo que queda.',
  saved: 'Tus decisiones están guardadas',
  ended: 'Terminado',
  kept: 'Conservado',
  again: 'Puedes revisar los accesos desde tu cuenta cuando quieras.',
  nothing: 'Nada más puede actuar en nombre de tu cuenta',
  nothingLong:
    'No hay claves, instrumentos, aplicaciones conectadas, aplicaciones propias, webhooks ni segundos factores, y no hay ningún vuelo compartido.',
  age: (made, days, day) =>
    days < 1
      ? `${made} hace menos de un día`
      : `${made} hace ${days === 1 ? 'un día' : `${days} días`} (${day})`,
  confirmedBy: (proof) => `confirmado con ${proof}`,
  suspended: 'suspendido por la recuperación',
  neverUsed: 'nunca usado',
  lastUsed: (day) => `usado por última vez el ${day}`,
  left: (codes) => (codes === 1 ? 'queda 1' : `quedan ${codes}`),
  shared: (flights, names, others) =>
    `${flights} ${plural(flights, 'vuelo', 'vuelos')}: ${names}${others > 0 ? ` y ${others} más` : ''}`,
  newFlights: {
    unlisted: 'los vuelos nuevos los ve quien tenga el enlace',
    public: 'los vuelos nuevos los ve todo el mundo',
  },
  kinds: {
    passkey: {
      title: 'Llaves de acceso',
      made: 'añadida',
      ending: 'Terminarlas las elimina. Permiten iniciar sesión sin contraseña.',
    },
    authenticator: {
      title: 'Aplicación de autenticación',
      made: 'configurada',
      ending: 'Terminarla la elimina. Después puedes volver a configurar la tuya.',
    },
    recoveryCodes: {
      title: 'Códigos de recuperación',
      made: 'creados',
      ending: 'Terminarlos los borra. También desaparecen con el último segundo factor.',
    },
    key: { title: 'Claves de API', made: 'creada', ending: 'Terminarlas las revoca.' },
    device: { title: 'Instrumentos que suben vuelos', made: 'añadido', ending: 'Terminarlos los quita.' },
    pairing: {
      title: 'Instrumentos aún sin conectar',
      made: 'autorizado',
      ending: 'Terminarlos impide que se conecten.',
    },
    consent: {
      title: 'Aplicaciones conectadas',
      made: 'autorizada por última vez',
      ending: 'Terminarlas las desconecta: pierden el acceso al instante.',
    },
    application: {
      title: 'Tus propias aplicaciones',
      made: 'registrada o modificada',
      ending:
        'Terminarlas las desactiva y borra sus secretos. Antes de volver a activar una, comprueba sus direcciones de retorno; después renueva su secreto.',
    },
    webhook: {
      title: 'Webhooks',
      made: 'registrado o modificado',
      ending: 'Terminarlos los desactiva: ya no se les envía nada.',
    },
    destination: {
      title: 'Destinos',
      made: 'añadido o modificado',
      ending: 'Terminarlos los borra: ya no se envían vuelos allí, y los que están se quedan.',
    },
    sharing: {
      title: 'Lo que ven los demás',
      made: 'compartido o modificado',
      ending: 'Terminar hace privados todos tus vuelos, también los nuevos, y acaba con sus enlaces.',
    },
    change: {
      title: 'Cambios que otros ven',
      made: 'hecho',
      ending: 'Terminarlos los deshace: todo vuelve a ser como antes.',
    },
  },
  proofs: {
    password: 'contraseña',
    passkey: 'llave de acceso',
    'authenticator app': 'aplicación de autenticación',
    'recovery code': 'código de recuperación',
    code: 'código',
  },
  and: 'y',
}
