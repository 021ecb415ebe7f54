import type { emails as English } from '../../en/server/emails.ts'

export const emails: typeof English = {
  verification: {
    subject: 'Confirma tu dirección de correo para Cloudstreet',
    text: (link) =>
      `Confirma que esta dirección de correo es tuya:\n\n${link}\n\n` +
      'El enlace funciona una sola vez, durante un día. Si no lo has pedido tú, ignora este correo: no cambiará nada.',
  },
  accountExists: {
    subject: 'Ya tienes una cuenta de Cloudstreet',
    text: (signIn, password) =>
      'Alguien, quizá tú, ha intentado crear una cuenta con esta dirección de correo. ' +
      'Ya tienes una, y no se ha modificado.\n\n' +
      `Inicia sesión: ${signIn}\n¿Has olvidado la contraseña? ${password}\n\n` +
      'Si no has sido tú, no tienes que hacer nada.',
  },
  finishSignUp: {
    subject: 'Termina de crear tu cuenta de Cloudstreet',
    text: (link) =>
      'Ya existe una cuenta con esta dirección de correo, pero la dirección aún no está confirmada. ' +
      `Para usar la cuenta, elige aquí una contraseña; con eso también confirmas la dirección:\n\n${link}\n\n` +
      'El enlace funciona una sola vez, durante una hora. Si no has sido tú, ignora este correo.',
  },
  passwordReset: {
    subject: 'Elige una nueva contraseña para Cloudstreet',
    text: (link) =>
      `Elige aquí una nueva contraseña:\n\n${link}\n\n` +
      'El enlace funciona una sola vez, durante una hora. Si no lo has pedido tú, ignora este correo: tu contraseña sigue siendo la misma.',
  },
  emailInUse: {
    subject: 'Alguien ha intentado usar tu dirección de correo en Cloudstreet',
    text:
      'El titular de otra cuenta de Cloudstreet ha pedido cambiar su dirección de correo por esta. ' +
      'La dirección pertenece a tu cuenta, así que no ha cambiado nada.',
  },
  emailChangeRequested: {
    subject: 'Tu dirección de correo en Cloudstreet está a punto de cambiar',
    text: (newEmail, link, password) =>
      `Alguien con la sesión iniciada en tu cuenta ha pedido cambiar la dirección de correo a ${newEmail}. ` +
      'Si has sido tú, aquí no tienes que hacer nada.\n\n' +
      `Si no, conserva tu dirección:\n\n${link}\n\n` +
      'El enlace cancela el cambio. Sigue funcionando siete días después del cambio: entonces devuelve esta dirección a ' +
      `tu cuenta y cierra la sesión de todos. Otra persona conoce tu contraseña, así que elige una nueva: ${password}`,
  },
  emailChanged: {
    subject: 'La dirección de correo de tu cuenta de Cloudstreet ha cambiado',
    text: (newEmail, link) =>
      `La dirección de correo de tu cuenta es ahora ${newEmail}. ` +
      'Si has sido tú, aquí no tienes que hacer nada.\n\n' +
      `Si no, recupera tu cuenta:\n\n${link}\n\n` +
      'El enlace funciona durante siete días. Devuelve esta dirección a la cuenta, cierra la sesión de todos y te deja ' +
      'elegir una nueva contraseña.',
  },
  emailRestored: {
    subject: 'Se ha deshecho un cambio de dirección de correo en Cloudstreet',
    text: (email, password) =>
      `La cuenta vuelve a tener su dirección de correo ${email}. Se ha cerrado la sesión de todos, los enlaces enviados ` +
      `antes ya no funcionan y tienes que elegir una nueva contraseña: ${password}`,
  },
  emailReserved: {
    subject: 'Tu dirección de correo aún no se puede usar en Cloudstreet',
    text:
      'Alguien, quizá tú, quería usar esta dirección de correo para una cuenta de Cloudstreet. Hasta hace unos días era ' +
      'la dirección de otra cuenta, que todavía puede recuperarla. Inténtalo de nuevo dentro de una semana.',
  },
  passwordChanged: {
    subject: 'Se ha cambiado tu contraseña de Cloudstreet',
    text: (password) =>
      'Se ha cambiado la contraseña de tu cuenta y se han cerrado todas las demás sesiones. ' +
      `Si no has sido tú, elige ahora mismo una nueva contraseña: ${password}`,
  },
  newDevice: {
    subject: 'Tu cuenta de Cloudstreet se ha usado en un dispositivo nuevo',
    unknownBrowser: 'un navegador desconocido',
    text: (browser, address, time, password, activity) =>
      'Alguien ha iniciado sesión en tu cuenta con un navegador que nunca se había usado para ella: ' +
      `${browser}, dirección IP ${address}, ${time}. ` +
      'Si has sido tú, no tienes que hacer nada.\n\n' +
      `Si no, elige ahora mismo una nueva contraseña: ${password}\n` +
      `Después revisa la actividad de seguridad: ${activity}`,
  },
  secondFactor: {
    subject: 'Los segundos factores de tu cuenta de Cloudstreet han cambiado',
    text: (what, password, factors) =>
      `${what}\n\n` +
      `Si no has sido tú, elige ahora mismo una nueva contraseña: ${password}\n` +
      `Después comprueba qué factores están configurados: ${factors}`,
    withUndo: (what, link) =>
      `${what}\n\n` +
      `Si no has sido tú, elimina este factor y recupera tu cuenta:\n\n${link}\n\n` +
      'El enlace funciona durante siete días. Cierra la sesión de todos, suspende los segundos factores igual de recientes ' +
      'y te deja elegir una nueva contraseña.',
    appAdded:
      'Se ha añadido una aplicación de autenticación: para iniciar sesión en tu cuenta ahora se pide también su código.',
    passkeyAdded: (name) =>
      `Se ha añadido una llave de acceso: ${name}. Permite iniciar sesión en tu cuenta, además de la contraseña.`,
    appRemoved: 'Se ha eliminado un segundo factor: la aplicación de autenticación.',
    passkeyRemoved: (name) => `Se ha eliminado un segundo factor: la llave de acceso ${name}.`,
    codesRenewed: 'Se han creado nuevos códigos de recuperación. Los anteriores ya no funcionan.',
    passwordAlone: 'Ahora basta la contraseña para iniciar sesión en tu cuenta.',
    removedByOperator:
      'El operador del servicio ha eliminado tus segundos factores: basta la contraseña para iniciar sesión.',
  },
  accessReviewed: {
    subject: 'Has revisado los accesos a tu cuenta de Cloudstreet',
    text: (ended, password) =>
      `Ya no pueden actuar en nombre de tu cuenta:\n\n${ended}\n\n` +
      `Si no has sido tú, elige ahora mismo una nueva contraseña: ${password}`,
  },
  recoveryCodeUsed: {
    subject: 'Se ha usado un código de recuperación de tu cuenta de Cloudstreet',
    text: (left, factors, password) =>
      'Se ha usado uno de tus códigos de recuperación en lugar del segundo factor. ' +
      `${left === 0 ? 'No queda ninguno' : left === 1 ? 'Queda uno' : `Quedan ${left}`}; puedes crear otros nuevos: ${factors}\n\n` +
      `Si no has sido tú, elige ahora mismo una nueva contraseña: ${password}`,
  },
  keyCreated: {
    subject: 'Tu cuenta de Cloudstreet tiene una nueva clave de API',
    text: (name, keys, password) =>
      `Se ha creado una clave con el nombre «${name}». Quien la tenga puede actuar en nombre de tu cuenta dentro de sus permisos. ` +
      'Si has sido tú, no tienes que hacer nada.\n\n' +
      `Si no, revoca la clave: ${keys}\nDespués elige una nueva contraseña: ${password}`,
  },
  sharingWidened: {
    subject: 'Otros ven más de ti',
    changes: {
      zoneRemoved: (name) =>
        `La zona privada «${name}» se ha eliminado: otros pueden ver dónde empiezan y acaban allí los vuelos.`,
      zoneNarrowed: (name) =>
        `La zona privada «${name}» oculta menos que antes: otros ven más de los vuelos cercanos.`,
      flightsShared: (name) => `La visibilidad de ${name} vuelos ha cambiado: otros pueden verlos.`,
      newFlightsShared: (_name) => `A partir de ahora, los vuelos nuevos se comparten con otros.`,
      addressChosen: (name) => `A partir de ahora, tu perfil público tiene la dirección «${name}».`,
      profilePublished: (_name) => `A partir de ahora, tu perfil es público.`,
      seasonEntered: (name) =>
        `Participas en la temporada «${name}»: sus clasificaciones muestran tu nombre como lo elegiste y los vuelos que le dejas.`,
      clubJoined: (name) =>
        `A partir de ahora eres miembro del club «${name}»: sus miembros ven tu nombre tal como lo has elegido.`,
      clubInvited: (name) =>
        `El club «${name}» tiene nuevas invitaciones tuyas: quien tenga una puede hacerse miembro.`,
      clubNameShown: (name) => `A partir de ahora el club «${name}» muestra más de tu nombre.`,
      seasonNameShown: (name) =>
        `A partir de ahora las clasificaciones de la temporada «${name}» muestran más de tu nombre.`,
    },
    text: (change, undo, password) =>
      `${change} Si has sido tú, no tienes que hacer nada.\n\nSi no has sido tú, deshazlo en un plazo de siete días: ${undo}\nDespués elige una contraseña nueva: ${password}`,
  },
  entriesDecided: {
    subject: 'Tus vuelos en una clasificación',
    text: (season: string, lines: string, link: string) =>
      `Sobre tus vuelos en «${season}»:\n\n${lines}\n\nPuedes leerlo y responder aquí: ${link}`,
    states: {
      review: (why: string) => `apartado hasta que un revisor lo haya mirado. ${why}`,
      accepted: (why: string) => `clasificado. Los revisores escriben: ${why}`,
      rejected: (why: string) =>
        `no clasificado. Los revisores escriben: ${why} Una decisión se puede cambiar.`,
    },
    findings: {
      airspace: 'La traza pasa por un espacio aéreo para el que puede hacer falta una autorización.',
      'invalid-signature':
        'La firma del archivo no coincide; puede ocurrir en el camino desde el instrumento.',
      'unchecked-signature': 'No se pudo comprobar la firma del archivo.',
      'start-in-air': 'La grabación empieza por encima del suelo; a veces los instrumentos arrancan tarde.',
      'same-track': 'Otro piloto de la temporada tiene la misma traza; a veces se pasan archivos por error.',
    },
  },
  clubOwners: {
    subject: 'Los propietarios de tu club han cambiado',
    changes: {
      clubHandedOver: (who) => `Cedido a: ${who}.`,
      clubOwnerAdded: (who) => `Nuevo propietario: ${who}.`,
      clubOwnerRemoved: (who) => `Ya no es propietario: ${who}.`,
    },
    text: (change, undo, password) =>
      undo === ''
        ? change
        : `${change} Si estaba acordado, no tienes que hacer nada.\n\nSi no, deshazlo en los próximos siete días: ${undo}\nSi alguien lo hizo en tu nombre, elige una nueva contraseña: ${password}`,
  },
  seasonChanged: {
    subject: 'Una temporada en la que participas ha cambiado',
    texts: {
      seasonDeleted: (season) =>
        `La temporada «${season}», en la que participabas, se ha eliminado con sus clasificaciones.`,
      seasonReopened: (season) =>
        `La temporada «${season}», en la que participas, vuelve a estar abierta: los puestos pueden cambiar hasta que se cierre.`,
      rankingDeleted: (season, ranking) =>
        `La clasificación «${ranking}» de la temporada «${season}», en la que participas, se ha eliminado.`,
    },
  },
  clubInvitation: {
    subject: 'Un club te invita',
    text: (club, inviter, link, day) =>
      `${inviter} te invita a unirte al club «${club}» en Cloudstreet. Sin tu sí no ocurre nada: ${link}\n\n` +
      `La invitación vale una vez, hasta el ${day}. Si no conoces el club o la dirección, ignora este correo.`,
  },
  deviceAdded: {
    subject: 'Se ha añadido un dispositivo a tu cuenta de Cloudstreet',
    text: (name, devices, password) =>
      `Un dispositivo con el nombre «${name}» ya puede subir vuelos a tu cuenta, y nada más. ` +
      'Si has sido tú, no tienes que hacer nada.\n\n' +
      `Si no, quita el dispositivo: ${devices}\nDespués elige una nueva contraseña: ${password}`,
  },
  newOrigin: {
    subject: 'Una aplicación conectada usa una dirección nueva en Cloudstreet',
    text: (name, origin, earlier, connections, password) =>
      `Has permitido que «${name}» te devuelva a ${origin}. Hasta ahora te devolvía a ${earlier}. ` +
      'Si has sido tú y confías en la nueva dirección, no tienes que hacer nada.\n\n' +
      `Si no, desconecta la aplicación: ${connections}\nDespués elige una nueva contraseña: ${password}`,
  },
  destinationRefused: {
    subject: 'El reenvío de vuelos te necesita',
    text: (label: string, words: string, destinations: string) =>
      `Cloudstreet no puede seguir con «${label}» sin ti.${words === '' ? '' : ` Su respuesta: ${words}`}\n\n` +
      `No se ha perdido nada. Comprueba la dirección y el acceso, y todo seguirá donde se detuvo: ${destinations}`,
  },
  webhookDisabled: {
    subject: 'Se ha desactivado uno de tus webhooks',
    text: (url, reason, webhooks) =>
      `Cloudstreet ya no envía eventos a ${url}. El motivo: ${reason}.\n\n` +
      `Cuando el receptor vuelva a funcionar, activa el webhook y repite los eventos perdidos. Se guardan 30 días:\n${webhooks}`,
  },
}
