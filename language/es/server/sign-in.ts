import type * as English from '../../en/server/sign-in.ts'
import { sentence } from '../../sentence.ts'

export const fields: typeof English.fields = {
  optional: 'opcional',
  name: 'Nombre',
  email: 'Correo electrónico',
  password: 'Contraseña',
  newPassword: 'Contraseña nueva',
  currentPassword: 'Contraseña actual',
  yourPassword: 'Tu contraseña',
  passwordHint: (least) => `Al menos ${least} caracteres. Unas cuantas palabras seguidas se recuerdan bien.`,
  code: 'Código',
}

export const signIn: typeof English.signIn = {
  title: 'Iniciar sesión',
  toContinue: (application) =>
    sentence`para continuar a ${application}. Después decides qué puede ver y hacer.`,
  forgotPassword: '¿Has olvidado la contraseña?',
  resend: 'Enviar otra vez el correo de confirmación',
  back: 'Volver al inicio de sesión',
  done: 'Sesión iniciada',
  youAreSignedIn: 'Has iniciado sesión',
  continue: 'Continuar',
  wrong: 'El correo o la contraseña no son correctos.',
  wrongOrUnconfirmed:
    'El correo o la contraseña no son correctos. Si tu cuenta es nueva, confirma antes su dirección de correo.',
  tooMany: (minutes) =>
    `Demasiados intentos. Inténtalo de nuevo en ${minutes === 1 ? 'un minuto' : `${minutes} minutos`}.`,
}

export const passkey: typeof English.passkey = {
  button: 'Iniciar sesión con una llave de acceso',
  needsScript: 'Tu llave de acceso necesita JavaScript; un código de recuperación, no.',
  noneUsed: 'No se ha usado ninguna llave de acceso. Inténtalo de nuevo o inicia sesión de otra forma.',
  cannotBeUsed: 'Las llaves de acceso no se pueden usar en esta dirección.',
  tooMany: 'Demasiados intentos. Inténtalo más tarde.',
  expired: 'Este inicio de sesión ha caducado. Inicia sesión de nuevo.',
  notAccepted: 'Esta llave de acceso no se ha aceptado.',
}

export const signUp: typeof English.signUp = {
  title: 'Crear una cuenta',
  lead: 'Guarda tus vuelos, obtén su puntuación y decide qué aplicaciones los ven.',
  keeps: (flight) => `${flight} irá a tu libro de vuelos.`,
  button: 'Crear cuenta',
  signInInstead: '¿Ya tienes una cuenta? Inicia sesión',
  closed: 'El registro está cerrado',
  askForOne: 'Aquí no puedes crear una cuenta por tu cuenta. Pídesela a quienes gestionan este servicio.',
  almostThere: 'Ya casi está',
  sent: (email) =>
    sentence`Hemos enviado un correo a ${email}. Abre el enlace que contiene y después inicia sesión.`,
  notThere: (sendAgain) =>
    sentence`¿No ha llegado nada en unos minutos? Mira en la carpeta de spam o ${sendAgain}.`,
  sendAgain: 'pide que se envíe otra vez',
  nowSignIn: (email) =>
    sentence`Ahora inicia sesión con ${email}. Si esa dirección ya tenía una cuenta, su contraseña sigue siendo la misma.`,
}

export const secondStep: typeof English.secondStep = {
  title: 'Segundo factor',
  passwordRight: 'Tu contraseña es correcta. Usa ahora tu llave de acceso.',
  codeHint: 'Las seis cifras que muestra tu aplicación de autenticación.',
  recoveryCode: 'Código de recuperación',
  recoveryCodeHint:
    'Uno de los códigos que viste al configurar el segundo factor. Cada uno sirve una sola vez.',
  useApp: 'Usar tu aplicación de autenticación',
  usePasskey: 'Usar tu llave de acceso',
  useRecoveryCode: 'Usar un código de recuperación',
  somebodyElse: 'Iniciar sesión con otra cuenta',
  wrongCode: 'Este código no es correcto o ya se ha usado.',
  expired:
    'Este inicio de sesión ha caducado, o demasiados códigos eran incorrectos. Inicia sesión de nuevo.',
}

export const problems: typeof English.problems = {
  email: 'Esta dirección de correo no es válida.',
  nameTooLong: (most) => `El nombre tiene más de ${most} caracteres.`,
  nameUnreadable: 'El nombre contiene caracteres que no se pueden mostrar.',
  nameInvisible:
    'El nombre contiene caracteres que no se pueden mostrar: de control, de dirección o invisibles.',
  nameOfService: 'El nombre se parece a Cloudstreet, el nombre de este servicio; elige otro.',
  passwordTooShort: (least) => `Elige una contraseña de al menos ${least} caracteres.`,
  passwordTooLong: (most) => `Elige una contraseña de ${most} caracteres como máximo.`,
  passwordCommon: 'Es una de las contraseñas más comunes. Elige otra.',
  passwordIsEmail: 'No uses tu dirección de correo como contraseña.',
}
