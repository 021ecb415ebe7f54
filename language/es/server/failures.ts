import type * as English from '../../en/server/failures.ts'

export const failures: typeof English.failures = {
  notAllowed: 'Esto no está permitido',
  notFound: 'Página no encontrada',
  tooMany: 'Demasiados intentos',
  oneMoment: 'Un momento, por favor',
  ourFault: 'Algo ha salido mal',
  failed: 'No ha funcionado',
  toStart: 'Ir a la página de inicio',
  forSupport: 'Detalles para el soporte',
  request: (id) => `Solicitud ${id}`,
  nothingHere: 'En esta dirección no hay nada.',
  tryAgainIn: (seconds) =>
    seconds < 60
      ? `Inténtalo de nuevo en ${seconds === 1 ? 'un segundo' : `${seconds} segundos`}.`
      : `Inténtalo de nuevo en ${Math.ceil(seconds / 60) === 1 ? 'un minuto' : `${Math.ceil(seconds / 60)} minutos`}.`,
}

export const refusals: typeof English.refusals = {
  otherSite: 'Esta solicitud viene de otro sitio, así que no se ha cambiado nada.',
  formOfOtherSite: 'Este formulario se ha enviado desde otro sitio.',
  formExpired: 'Este formulario ha caducado o pertenece a otra sesión. Abre la página de nuevo.',
  wrongPassword: 'La contraseña actual no es correcta.',
  hasApp: 'Ya tienes una aplicación de autenticación. Quítala primero.',
  setUpExpired: 'La configuración ha caducado. Empieza de nuevo.',
  wrongAppCode: 'Este código no es correcto. ¿Va en hora el reloj de tu teléfono?',
  noSecondFactor: 'No tienes ningún segundo factor.',
  noFlight: 'Ese vuelo no existe.',
  noProfile: 'Ese perfil no existe.',
  noDatabase: 'El servicio no puede acceder ahora a su base de datos; inténtalo de nuevo en un momento.',
  isBusy: 'Otra operación está usando ahora lo que esto necesita; inténtalo de nuevo en un momento.',
  ourFault: 'Algo ha salido mal por nuestra parte; el número de la solicitud nos ayuda a encontrarlo.',
  repeatedParameter: 'El enlace contiene client_id o redirect_uri más de una vez.',
  unknownApplication: 'La aplicación de la que vienes es desconocida o está desactivada.',
  unregisteredReturn:
    'La aplicación no ha registrado la dirección (redirect_uri) a la que te devolvería este enlace.',
  repeatedInSignOut: 'El enlace contiene un parámetro más de una vez.',
  otherApplication: 'El enlace nombra una aplicación (client_id) para la que no vale su id_token_hint.',
  unregisteredAfterSignOut:
    'La aplicación no ha registrado la dirección (post_logout_redirect_uri) a la que te devolvería este enlace.',
}
