import type { scopes as English } from '../en/scopes.ts'

export const scopes: typeof English = {
  'flights:read': 'Ver tus vuelos y descargar sus archivos IGC',
  'flights:write': 'Subir vuelos y fotos, corregir sus datos y cambiar quién puede verlos',
  'flights:delete': 'Borrar tus vuelos y fotos',
  'profile:read': 'Ver tu nombre, tu foto, tu club y tu ID de CIVL',
  'profile:email': 'Ver tu dirección de correo',
  'clubs:read': 'Ver tus clubes y sus miembros',
  'clubs:manage':
    'Unirse a clubes y dejarlos por ti, y gestionar los que diriges: ajustes, miembros, invitaciones',
  'webhooks:manage': 'Crear, modificar y borrar tus webhooks',
  'devices:manage': 'Añadir y quitar instrumentos y aplicaciones que suben vuelos por ti',
  openid: 'Iniciar tu sesión: saber cuál es tu cuenta',
}
