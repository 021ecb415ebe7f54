import type { shell as English } from '../en/shell.ts'
import { plural } from '../plural.ts'

export const shell: typeof English = {
  upload: 'Subir',
  compare: 'Comparar',
  me: 'Yo',
  publicProfile: 'Perfil público',
  settings: 'Ajustes',
  operate: 'Operación',
  more: 'Más',
  signOut: 'Cerrar sesión',
  notFound: 'Página no encontrada',
  notFoundWhy: 'Puede que el enlace haya caducado o que la dirección esté mal escrita.',
  openLogbook: 'Abrir el libro de vuelos',

  loading: 'Cargando',
  tryAgain: 'Reintentar',
  close: 'Cerrar',
  cancel: 'Cancelar',
  uploadFiles: 'Subir archivos IGC',
  chooseFiles: 'Elegir archivos',
  igcFiles: 'Archivos IGC',

  unreachable: 'No se puede acceder al servicio. Comprueba tu conexión e inténtalo de nuevo.',
  needsNetwork:
    'Para esto hace falta la red, y no se puede acceder al servicio. Inténtalo de nuevo cuando tengas conexión.',
  offline: (when) => `Sin conexión: vuelos a fecha de ${when}`,
  notOffline: 'Esta página necesita la red',
  failed: (status) => `El servicio no ha respondido (estado ${status}). Inténtalo de nuevo en un momento.`,
  tooMany: (seconds) =>
    `Demasiadas solicitudes. Inténtalo de nuevo en ${seconds} ${plural(seconds, 'segundo', 'segundos')}.`,

  confirm: 'Confirmar',
  confirmTitle: 'Confirma que eres tú',
  confirmWhy: 'Hace un rato que iniciaste sesión. Confirma que eres tú para continuar.',
  yourPassword: 'Tu contraseña',
  authenticatorCode: 'Código de tu aplicación de autenticación',
  usePassword: 'Usar la contraseña',
  useCode: 'Usar un código',
  usePasskey: 'Usar una llave de acceso',
  noPasskeys: 'Este navegador no puede usar llaves de acceso aquí.',
  passkeyCancelled: 'No se usó ninguna llave de acceso: la solicitud se canceló o caducó.',
  passkeyExists: 'Este dispositivo ya tiene una llave de acceso para tu cuenta.',
  passkeyNotHere: 'Las llaves de acceso no se pueden usar en esta dirección.',
}
